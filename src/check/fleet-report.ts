import type {Finding, Notice, Report, Verdict} from './report.ts'
import {type FailOn, verdictOf} from './verdict.ts'

/** The answer of one audit, as published (docs/fleet-report.schema.json). */
export interface FleetReport {
  readonly apiVersion: 'node-preflight/v1'
  readonly kind: 'FleetReport'
  readonly tool: Report['tool']
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly verdict: Verdict
  readonly summary: Readonly<Record<Verdict | 'unreachable', number>>
  /** What the rules over all hosts say; findings name their hosts. */
  readonly findings: readonly Finding[]
  /** In the order of their names. What passed or was skipped comes without evidence. */
  readonly hosts: readonly AuditedHost[]
  readonly unreachable: readonly UnreachableHost[]
  readonly notices?: readonly Notice[]
}

/** One host as the audit calls it, which need not be its own name. */
export interface AuditedHost {
  readonly name: string
  readonly report: Report
}

/** A host that could not be judged, with the reason of the program that was to reach it. */
export interface UnreachableHost {
  readonly name: string
  readonly reason: string
}

/** How many hosts came to what. */
export function summaryOf({hosts, unreachable}: Pick<FleetReport, 'hosts' | 'unreachable'>): FleetReport['summary'] {
  const count = (verdict: Verdict) => hosts.filter(({report}) => report.verdict === verdict).length
  return {
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    pass: count('pass'),
    unreachable: unreachable.length,
  }
}

/** A host or a rule over all that fails makes an audit fail; one that could not be reached or judged leaves it open. */
export function fleetVerdict({findings, summary}: Pick<FleetReport, 'findings' | 'summary'>, failOn: FailOn): Verdict {
  const ofFleet = verdictOf(findings, failOn)
  if (summary.fail > 0 || ofFleet === 'fail') return 'fail'
  return summary.unreachable + summary.inconclusive > 0 || ofFleet === 'inconclusive' ? 'inconclusive' : 'pass'
}
