import type {Cel} from '../cel/environment.ts'
import {type Expression, ExpressionError, type ExpressionKind} from '../cel/expression.ts'
import {Gap} from '../facts/gap.ts'
import type {FactStore} from '../facts/store.ts'
import type {Reads} from '../facts/trace.ts'
import type {Family, Phase, Rule, Severity} from '../rules/rule.ts'
import {fillTemplate, shellQuote} from '../rules/template.ts'
import {evidenceOf} from './evidence.ts'
import type {Finding, Outcome} from './report.ts'

/** What judging needs beside the rule. */
export interface Bench {
  readonly cel: Cel
  readonly store: FactStore
  readonly phase: Phase
  readonly family: Family
}

/** Judges one rule: one finding, or for a rule with `each` one per item that does not pass. */
export async function judge(rule: Rule, bench: Bench): Promise<readonly Finding[]> {
  if (!rule.phases.includes(bench.phase)) {
    return [settled(rule, 'skip', `is not checked in the ${bench.phase} phase`, new Map())]
  }
  const scope: Record<string, unknown> = {phase: bench.phase}
  const applies = rule.when === undefined ? undefined : await evaluate(rule.when, 'bool', bench, scope)
  const context = applies?.reads ?? new Map()
  if (applies?.gap) return [settled(rule, ...applies.gap, context)]
  if (applies?.value === false) return [settled(rule, 'skip', `does not apply here: ${rule.when}`, context)]
  if (rule.each === undefined) return [await judgeItem(rule, bench, scope, undefined, context)]

  const items = await evaluate(rule.each, 'list', bench, scope)
  if (items.gap) return [settled(rule, ...items.gap, context)]
  const itemType = bench.cel.compile(rule.each, 'list').itemType
  const findings: Finding[] = []
  for (const item of items.value as readonly unknown[]) {
    findings.push(await judgeItem(rule, bench, {...scope, item}, itemType, context))
  }
  const notable = findings.filter((finding) => finding.outcome !== 'pass')
  return notable.length > 0 ? notable : [settled(rule, 'pass', undefined, context)]
}

async function judgeItem(
  rule: Rule,
  bench: Bench,
  scope: Record<string, unknown>,
  itemType: string | undefined,
  context: Reads,
): Promise<Finding> {
  const item = itemType === undefined ? {} : {item: nameOf(scope.item)}
  const holds = await evaluate(rule.assert, 'bool', bench, scope, itemType)
  if (holds.gap) return {...settled(rule, ...holds.gap, context, holds.reads), ...item}
  if (holds.value === true) return {...settled(rule, 'pass', undefined, context, holds.reads), ...item}

  const severity = await severityOf(rule, bench, scope, itemType)
  const message = await evaluate(rule.message, 'string', bench, scope, itemType)
  const fill = (text: string, quote: (value: string) => string) =>
    fillTemplate(text, quote, async (expression) => {
      const value = await evaluate(expression, 'string', bench, scope, itemType)
      return value.gap ? undefined : String(value.value)
    })
  const commands = rule.fix.commands[bench.family] ?? rule.fix.commands.any ?? []
  return {
    ...settled(rule, 'fail', undefined, context, holds.reads, message.reads, severity.reads),
    ...item,
    severity: severity.value,
    message: message.gap ? rule.title : String(message.value),
    why: rule.why,
    fix: {
      text: await fill(rule.fix.text, (value) => value),
      commands: await Promise.all(commands.map((command) => fill(command, shellQuote))),
    },
    references: rule.references,
  }
}

/** An item goes by its field `name`, or is a text itself. */
function nameOf(item: unknown): string {
  if (typeof item === 'object' && item !== null && 'name' in item) return String(item.name)
  return String(item)
}

function settled(rule: Rule, outcome: Outcome, reason: string | undefined, ...reads: readonly Reads[]): Finding {
  return {
    rule: rule.id,
    subject: rule.subject,
    title: rule.title,
    severity: worst(rule),
    outcome,
    message: rule.title,
    ...(reason === undefined ? {} : {reason}),
    evidence: evidenceOf(...reads),
    ruleFile: rule.file,
  }
}

/** The strongest severity a rule can have, which decides how much an unknown outcome matters. */
const worst = (rule: Rule): Severity =>
  (['error', 'warning', 'info'] as const).find((severity) => rule.severity.some(({is}) => is === severity)) ?? 'info'

async function severityOf(
  rule: Rule,
  bench: Bench,
  scope: Record<string, unknown>,
  itemType: string | undefined,
): Promise<{value: Severity; reads: Reads}> {
  for (const {is, when} of rule.severity) {
    if (when === undefined) return {value: is, reads: new Map()}
    const condition = await evaluate(when, 'bool', bench, scope, itemType)
    if (condition.value === true) return {value: is, reads: condition.reads}
  }
  return {value: rule.severity.at(-1)?.is ?? 'info', reads: new Map()}
}

interface Evaluation {
  readonly value?: unknown
  readonly gap?: readonly ['skip' | 'unknown', string]
  readonly reads: Reads
}

async function evaluate(
  text: string,
  kind: ExpressionKind,
  bench: Bench,
  scope: Readonly<Record<string, unknown>>,
  itemType?: string,
): Promise<Evaluation> {
  const expression = bench.cel.compile(text, kind, itemType)
  const variables = await viewsOf(expression, bench.store, scope)
  const {outcome, reads} = bench.store.tracer.record(() => expression.evaluate(variables))
  if (outcome.ok) return {value: outcome.value, reads}
  const {error} = outcome
  if (error instanceof Gap) {
    return error.kind === 'absent' ? {gap: ['skip', error.reason], reads} : {gap: ['unknown', error.reason], reads}
  }
  if (error instanceof ExpressionError)
    return {gap: ['unknown', `the rule's expression failed: ${error.message}`], reads}
  throw error
}

async function viewsOf(
  expression: Expression,
  store: FactStore,
  scope: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (expression.facts.length === 0) return scope
  const views = await Promise.all(expression.facts.map(async (name) => [name, await store.view(name)] as const))
  return {...scope, ...Object.fromEntries(views)}
}
