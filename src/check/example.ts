import type {Cel} from '../cel/environment.ts'
import {UserError} from '../errors.ts'
import type {Collector} from '../facts/collector.ts'
import type {Field, Fields} from '../facts/fields.ts'
import {FactStore} from '../facts/store.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {unknown} from '../facts/value.ts'
import {snapshotHost} from '../host/snapshot.ts'
import type {SnapshotDocument} from '../host/snapshot-document.ts'
import {checkSnapshot} from '../host/snapshot-shape.ts'
import type {Example, Examples, Rule, Severity} from '../rules/rule.ts'
import {judge} from './judge.ts'
import type {Finding, Outcome} from './report.ts'

/** An example that the rule does not judge as it says. */
export interface ExampleFailure {
  readonly example: Example
  readonly expected: keyof Examples
  readonly complaint: string
}

/** What the examples of a rule showed. */
export interface Exercise {
  readonly failures: readonly ExampleFailure[]
  /** The outcomes and, of failing ones, the severities that some example came to. */
  readonly reached: ReadonlySet<Outcome | Severity>
}

/** Runs the examples of a rule and says which do not come out as they should. */
export async function exerciseRule(
  rule: Rule,
  examples: Examples,
  collectors: readonly Collector[],
  cel: Cel,
): Promise<Exercise> {
  const failures: ExampleFailure[] = []
  const reached = new Set<Outcome | Severity>()
  for (const expected of ['pass', 'fail', 'skip', 'unknown'] as const) {
    for (const example of examples[expected]) {
      const findings = await judgeExample(rule, example, collectors, cel).catch((error: unknown) => {
        if (error instanceof UserError) return error.message
        throw error
      })
      const complaint = typeof findings === 'string' ? findings : complaintAbout(findings, example, expected)
      if (complaint !== undefined) failures.push({example, expected, complaint})
      for (const {outcome, severity} of typeof findings === 'string' ? [] : findings) {
        reached.add(outcome)
        if (outcome === 'fail') reached.add(severity)
      }
    }
  }
  return {failures, reached}
}

/** The outcomes and severities a rule can have by its own expressions that none of its examples came to. */
export function unreached({when, severity}: Rule, reached: Exercise['reached']): readonly (Outcome | Severity)[] {
  const outcomes: readonly Outcome[] = when === undefined ? ['pass', 'fail'] : ['pass', 'fail', 'skip']
  return [...new Set<Outcome | Severity>([...outcomes, ...severity.map(({is}) => is)])].filter(
    (one) => !reached.has(one),
  )
}

/** What a rule says of one example. Throws UserError where the example states what there is not. */
export async function judgeExample(
  rule: Rule,
  example: Example,
  collectors: readonly Collector[],
  cel: Cel,
): Promise<readonly Finding[]> {
  const phase = example.phase ?? rule.phases.at(-1) ?? 'bootstrap'
  const given =
    example.facts === undefined ? collectors : collectors.map((one) => pretend(one, example.facts?.[one.name]))
  const store = new FactStore(given, snapshotHost(documentOf(example)), toldBy(example))
  return judge(rule, {cel, store, phase, family: 'any'})
}

/** The recorded host of an example, in which everything it does not list is absent. */
function documentOf(example: Example): SnapshotDocument {
  const document = {
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'example', capturedAt: '2026-01-01T00:00:00Z'},
    unlisted: 'absent',
    ...example.host,
  } as const
  const mistake = checkSnapshot(document)
  if (mistake) throw new UserError(`the example's host: ${mistake.message}`)
  return document
}

/** A collector that returns the facts an example states; every field it does not state is unknown. */
function pretend(collector: Collector, stated: unknown): Collector {
  const {fields, name} = collector
  const values = stated === undefined ? undefined : fill(fields, stated, name)
  return {...collector, collect: async () => (values ?? fill(fields, {}, name)) as never}
}

function fill(fields: Fields, stated: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof stated !== 'object' || stated === null) throw new UserError(`the example's ${path} must be a mapping`)
  const given = stated as Readonly<Record<string, unknown>>
  const stray = Object.keys(given).find((name) => !(name in fields))
  if (stray !== undefined) throw new UserError(`the example states ${path}.${stray}, which is no field`)
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fillField(field, given[name], `${path}.${name}`)]),
  )
}

function fillField(field: Field, stated: unknown, path: string): unknown {
  if (stated === undefined) return unknown(`${path} is not stated in this example`)
  if (field.kind === 'record') return fill(field.fields, stated, path)
  if (field.kind !== 'list') {
    const wanted = field.kind === 'int' ? 'number' : field.kind === 'bool' ? 'boolean' : 'string'
    if (typeof stated !== wanted) throw new UserError(`the example's ${path} must be a ${wanted}`)
    return stated
  }
  if (!Array.isArray(stated)) throw new UserError(`the example's ${path} must be a list`)
  return stated.map((item, index) => fillField(field.item, item, `${path}[${index}]`))
}

function toldBy(example: Example): Told {
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  for (const [key, value] of Object.entries(example.told ?? {})) {
    statements[key as ToldKey] = [{value, source: {kind: 'flag', name: key}}]
  }
  return {statements}
}

function complaintAbout(findings: readonly Finding[], example: Example, expected: Outcome): string | undefined {
  const matching = findings.filter((finding) => finding.outcome === expected)
  if (matching.length === 0) {
    return `comes out as ${findings.map(({outcome, reason}) => (reason ? `${outcome} (${reason})` : outcome)).join(', ')}`
  }
  const {message, severity} = example
  if (message !== undefined && !matching.some((finding) => finding.message === message)) {
    return `says '${matching.map((finding) => finding.message).join("', '")}'`
  }
  if (severity !== undefined && !matching.some((finding) => finding.severity === severity)) {
    return `has severity ${matching.map((finding) => finding.severity).join(', ')}`
  }
  return undefined
}
