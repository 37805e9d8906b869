import type {Cel} from '../cel/environment.ts'
import {type Expression, ExpressionError, type ExpressionKind} from '../cel/expression.ts'
import type {Fields} from '../facts/fields.ts'
import {Gap} from '../facts/gap.ts'
import type {FactStore} from '../facts/store.ts'
import type {Reads} from '../facts/trace.ts'
import {viewClass} from '../facts/view.ts'
import {parameterFields, parameterValues} from '../rules/parameters.ts'
import type {Family, Phase, Rule, Severity} from '../rules/rule.ts'
import {fillTemplate, shellQuote} from '../rules/template.ts'
import type {CommonFindings} from './common-findings.ts'
import {evidenceOf} from './evidence.ts'
import type {Finding, Outcome} from './report.ts'
import {skipReason} from './skip-reason.ts'

/** What judging needs beside the rule. */
export interface Bench {
  readonly cel: Cel
  readonly store: FactStore
  readonly phase: Phase
  readonly family: Family
  /** Where many hosts are judged, what they have in common. */
  readonly common?: CommonFindings | undefined
}

/**
 * Judges one rule: one finding, or for a rule with `each` one per item that does not pass. What the assertion read comes first in
 * the evidence, what made the rule apply last.
 */
export async function judge(rule: Rule, bench: Bench): Promise<readonly Finding[]> {
  if (!rule.phases.includes(bench.phase)) {
    return [settled(rule, bench, 'skip', `is not checked in the ${bench.phase} phase`, new Map())]
  }
  const scope = scopeOf(rule, bench)
  const applies = rule.when === undefined ? undefined : await evaluate(rule.when, 'bool', bench, scope)
  const context = applies?.reads ?? new Map()
  if (applies?.gap) return [settled(rule, bench, ...applies.gap, context)]
  if (rule.when !== undefined && applies?.value === false) {
    const {facts} = bench.cel.compile(rule.when, 'bool', undefined, scope.params)
    const reason = skipReason({text: rule.when, facts, reads: applies.reads, phase: bench.phase})
    return [settled(rule, bench, 'skip', reason, context)]
  }
  if (rule.each === undefined) return [await judgeItem(rule, bench, scope, context)]

  const items = await evaluate(rule.each, 'list', bench, scope)
  if (items.gap) return [settled(rule, bench, ...items.gap, context)]
  const {itemType} = bench.cel.compile(rule.each, 'list', undefined, scope.params)
  const findings: Finding[] = []
  for (const item of items.value as readonly unknown[]) {
    const inner = {...scope, itemType, variables: {...scope.variables, item}}
    findings.push(await judgeItem(rule, bench, inner, context))
  }
  const notable = findings.filter((finding) => finding.outcome !== 'pass')
  return notable.length > 0 ? notable : [settled(rule, bench, 'pass', undefined, context)]
}

/** What the expressions of one rule see besides the facts. */
interface Scope {
  readonly variables: Readonly<Record<string, unknown>>
  readonly params: Fields | undefined
  /** The type of the variable `item`, inside `each`. */
  readonly itemType?: string
}

function scopeOf(rule: Rule, {phase, store}: Bench): Scope {
  const params = parameterFields(rule)
  if (params === undefined) return {variables: {phase}, params}
  const view = new (viewClass(params))(parameterValues(rule), 'params', store.tracer)
  return {variables: {phase, params: view}, params}
}

async function judgeItem(rule: Rule, bench: Bench, scope: Scope, context: Reads): Promise<Finding> {
  const holds = await evaluate(rule.assert, 'bool', bench, scope)
  if (holds.value === true) return settled(rule, bench, 'pass', undefined, holds.reads, context)
  const item =
    scope.itemType === undefined ? {} : {item: nameOf(scope.variables.item), ...hostsOf(scope.variables.item)}
  if (holds.gap) return {...settled(rule, bench, ...holds.gap, holds.reads, context), ...item}

  const severity = await severityOf(rule, bench, scope)
  const message = await evaluate(rule.message, 'string', bench, scope)
  const fill = (text: string, quote: (value: string) => string) =>
    fillTemplate(text, quote, async (expression) => {
      const value = await evaluate(expression, 'string', bench, scope)
      return value.gap ? undefined : String(value.value)
    })
  const commands = rule.fix.commands[bench.family] ?? rule.fix.commands.any ?? []
  const unsaid = message.gap ? [`${messageGap}: ${gapText(message.gap[1], message.unread)}`] : []
  const notes = [...(rule.changes ?? []), ...unsaid]
  return {
    ...settled(rule, bench, 'fail', undefined, holds.reads, message.reads, severity.reads, context),
    ...item,
    severity: severity.value,
    message: message.gap ? rule.title : String(message.value),
    ...(notes.length === 0 ? {} : {notes}),
    why: rule.why,
    fix: {
      text: await fill(rule.fix.text, (value) => value),
      commands: await Promise.all(commands.map((command) => fill(command, shellQuote))),
    },
    references: rule.references,
  }
}

/** A reason that does not name the fact it is about, with that. */
const gapText = (reason: string, fact = 'its expression'): string =>
  reason.startsWith(fact) ? reason : `${fact}: ${reason}`

/** How the note begins on a finding whose message could not be made. */
export const messageGap = 'no more can be said'

/** An item goes by its field `name`, or is a text itself. */
function nameOf(item: unknown): string {
  if (typeof item === 'object' && item !== null && 'name' in item) return String(item.name)
  return String(item)
}

/** An item of a fleet says by its field `hosts` which hosts it is about. */
function hostsOf(item: unknown): Pick<Finding, 'hosts'> {
  if (typeof item !== 'object' || item === null || !('hosts' in item) || !Array.isArray(item.hosts)) return {}
  return {hosts: item.hosts.map(String)}
}

function settled(
  rule: Rule,
  {common}: Bench,
  outcome: Outcome,
  reason: string | undefined,
  ...reads: readonly Reads[]
): Finding {
  const finding = (evidence: Finding['evidence']): Finding => ({
    rule: rule.id,
    subject: rule.subject,
    title: rule.title,
    severity: worst(rule),
    outcome,
    message: messages[outcome] ?? rule.title,
    ...(reason === undefined ? {} : {reason}),
    evidence,
    ruleFile: rule.file,
  })
  if (common && (outcome === 'pass' || outcome === 'skip')) {
    return common.of(rule, outcome, reason, () => finding([]))
  }
  return finding(evidenceOf(...reads))
}

/** A title names the wrong state, which no finding but a failing one may be taken to tell of. */
const messages: Readonly<Partial<Record<Outcome, string>>> = {
  pass: 'no fault found',
  skip: 'does not apply',
  unknown: 'could not be determined',
}

/** The strongest severity a rule can have, which decides how much an unknown outcome matters. */
const worst = (rule: Rule): Severity =>
  (['error', 'warning', 'info'] as const).find((severity) => rule.severity.some(({is}) => is === severity)) ?? 'info'

async function severityOf(rule: Rule, bench: Bench, scope: Scope): Promise<{value: Severity; reads: Reads}> {
  for (const {is, when} of rule.severity) {
    if (when === undefined) return {value: is, reads: new Map()}
    const condition = await evaluate(when, 'bool', bench, scope)
    if (condition.value === true) return {value: is, reads: condition.reads}
  }
  return {value: rule.severity.at(-1)?.is ?? 'info', reads: new Map()}
}

interface Evaluation {
  readonly value?: unknown
  readonly gap?: readonly ['skip' | 'unknown', string]
  /** The path of the fact that caused the gap. */
  readonly unread?: string
  readonly reads: Reads
}

async function evaluate(text: string, kind: ExpressionKind, bench: Bench, scope: Scope): Promise<Evaluation> {
  const expression = bench.cel.compile(text, kind, scope.itemType, scope.params)
  const variables = await viewsOf(expression, bench.store, scope.variables)
  const {outcome, reads} = bench.store.tracer.record(() => expression.evaluate(variables))
  if (outcome.ok) return {value: outcome.value, reads}
  const {error} = outcome
  if (error instanceof Gap) {
    return {gap: [error.kind === 'absent' ? 'skip' : 'unknown', error.reason], unread: error.fact, reads}
  }
  if (error instanceof ExpressionError)
    return {gap: ['unknown', `the rule's expression failed: ${error.message}`], reads}
  throw error
}

async function viewsOf(
  {facts}: Expression,
  store: FactStore,
  scope: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (facts.some((name) => !store.opened(name))) await Promise.all(facts.map((name) => store.view(name)))
  const variables: Record<string, unknown> = {...scope}
  for (const name of facts) variables[name] = store.opened(name)
  return variables
}
