import type {Cel} from '../cel/environment.ts'
import {os} from '../collectors/os.ts'
import type {Collector} from '../facts/collector.ts'
import {FactStore} from '../facts/store.ts'
import type {Told} from '../facts/told.ts'
import {Absent, bare, Unknown} from '../facts/value.ts'
import type {Host} from '../host/host.ts'
import {type Family, families, type Phase, phases, type Rule} from '../rules/rule.ts'
import type {Waiver} from '../rules/waivers.ts'
import type {CommonFindings} from './common-findings.ts'
import {judge} from './judge.ts'
import {detectPhase} from './phase.ts'
import {rangesOf} from './ranges.ts'
import type {Finding, Notice, Outcome, Report} from './report.ts'
import {verdictOf} from './verdict.ts'
import {waive} from './waive.ts'

/** What one check runs over. */
export interface CheckInput {
  readonly host: Host
  readonly told: Told
  readonly collectors: readonly Collector[]
  readonly rules: readonly Rule[]
  readonly cel: Cel
  readonly phase: Phase | 'auto'
  readonly version: string
  readonly waivers?: readonly Waiver[]
  /** What is to be reported besides. */
  readonly notices?: readonly Notice[]
  /** What the report has in common with those of other hosts. */
  readonly common?: CommonFindings | undefined
}

/** Judges every rule against a host. A fact or rule that throws is a bug of ours and is thrown on. */
export async function check(input: CheckInput): Promise<Report> {
  return (await inspect(input)).report
}

/** The same, with the facts, for what else is to be asked of the host. */
export async function inspect(input: CheckInput): Promise<{readonly report: Report; readonly store: FactStore}> {
  const startedAt = new Date()
  const store = new FactStore(input.collectors, input.host, input.told)
  beginFacts(input, store)
  const phase = input.phase === 'auto' ? await detectPhase(input.host.mode, store) : input.phase
  const about = await describeHost(store)
  const bench = {cel: input.cel, store, phase, family: about.family, common: input.common}
  const judged = (await Promise.all(input.rules.map((rule) => judge(rule, bench)))).flat()
  const {findings, notices: found} = waive(judged, input.waivers ?? [], input.host.name, startedAt)
  const notices = [...(input.notices ?? []), ...found]
  const report: Report = {
    apiVersion: 'node-preflight/v1',
    kind: 'Report',
    tool: {name: 'node-preflight', version: input.version},
    host: {name: input.host.name, os: about.os, kernel: about.kernel, mode: input.host.mode},
    phase,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    verdict: verdictOf(findings, 'error'),
    summary: summarise(findings),
    ...(await rangesOf(store)),
    findings,
    ...(notices.length === 0 ? {} : {notices}),
  }
  return {report, store}
}

/** Begins to collect what decides whether a rule of every phase applies, which need not wait for the phase to be known. */
function beginFacts({rules, cel}: CheckInput, store: FactStore): void {
  const names = firstFacts.get(rules) ?? firstFactsOf(rules, cel)
  firstFacts.set(rules, names)
  for (const name of names) store.view(name).catch(() => {})
}

/** Those facts, which are the same for all hosts that the same rules judge. */
const firstFacts = new WeakMap<readonly Rule[], ReadonlySet<string>>()

function firstFactsOf(rules: readonly Rule[], cel: Cel): ReadonlySet<string> {
  const expressions = rules
    .filter((rule) => rule.phases.length === phases.length)
    .map(({when, each, assert}) =>
      when === undefined && each !== undefined ? cel.compile(each, 'list') : cel.compile(when ?? assert, 'bool'),
    )
  return new Set(expressions.flatMap(({facts}) => facts))
}

/** What a host runs: the distribution family that remedies are chosen by, the name of its system and its kernel. */
export async function describeHost(store: FactStore): Promise<{family: Family; os: string; kernel: string}> {
  const facts = await store.collect(os)
  if (facts instanceof Absent || facts instanceof Unknown) return {family: 'any', os: '', kernel: ''}
  const family = bare(facts.family)
  return {
    family: families.find((known) => known === family) ?? 'any',
    os: bare(facts.prettyName) ?? '',
    kernel: bare(facts.kernelRelease) ?? '',
  }
}

function summarise(findings: readonly Finding[]): Record<Outcome, number> {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length
  return {
    pass: count('pass'),
    fail: count('fail'),
    skip: count('skip'),
    unknown: count('unknown'),
    waived: count('waived'),
  }
}
