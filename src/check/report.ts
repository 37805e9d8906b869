import type {HostMode} from '../host/host.ts'
import type {Phase, Severity} from '../rules/rule.ts'

/**
 * What a rule came to: `skip` does not apply, `unknown` applies but could not be determined, `waived` failed and a waiver
 * with a reason covers it.
 */
export type Outcome = 'pass' | 'fail' | 'skip' | 'unknown' | 'waived'

/** Where a value of the evidence was read, in the form of the report. */
export type EvidenceSource =
  | {readonly file: string; readonly line?: number}
  | {readonly command: readonly string[]; readonly line?: number}
  | {readonly flag: string}
  | {readonly config: string}
  | {readonly default: string}

/** One value that decided a finding. */
export interface Evidence {
  /** The path of the value among the facts, as in `docker.ipMasq`. */
  readonly fact: string
  readonly value: unknown
  readonly source?: EvidenceSource
  /** What weaker places said and lost, strongest first. */
  readonly overrode?: readonly {readonly value: unknown; readonly source: EvidenceSource}[]
}

/** An address range that meets others on this host, for a picture of them all. */
export interface Range {
  /** What its addresses are for: pods, services, node, node pods, load balancer or route. */
  readonly purpose: string
  /** The block in canonical spelling. */
  readonly cidr: string
  /** What sets it, as in `kube-proxy --cluster-cidr`. */
  readonly setBy: string
  readonly source?: EvidenceSource
}

/** What one rule says of the host, or of one item of it. */
export interface Finding {
  readonly rule: string
  readonly subject: string
  readonly title: string
  readonly severity: Severity
  readonly outcome: Outcome
  /** The item a rule with `each` speaks of. */
  readonly item?: string
  /** The hosts a rule over a fleet speaks of. */
  readonly hosts?: readonly string[]
  readonly message: string
  /** Why the rule was skipped, its outcome is unknown or it is waived. */
  readonly reason?: string
  readonly evidence: readonly Evidence[]
  /** The file of the rule, for formats that want a place when the evidence has none. */
  readonly ruleFile: string
  /** On failing and waived findings only. */
  readonly why?: string
  readonly fix?: {readonly text: string; readonly commands: readonly string[]}
  readonly references?: readonly string[]
  /** What else is to be known of it: a severity that was changed, a waiver that expired. */
  readonly notes?: readonly string[]
}

/** `inconclusive`: nothing failed but a rule of error severity is unknown. */
export type Verdict = 'pass' | 'fail' | 'inconclusive'

/** The whole answer of one check, as published (docs/report.schema.json). */
export interface Report {
  readonly apiVersion: 'node-preflight/v1'
  readonly kind: 'Report'
  readonly tool: {readonly name: 'node-preflight'; readonly version: string}
  readonly host: {readonly name: string; readonly os: string; readonly kernel: string; readonly mode: HostMode}
  readonly phase: Phase
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly verdict: Verdict
  readonly summary: Readonly<Record<Outcome, number>>
  /** What the user says was checked, with its digests by algorithm. */
  readonly image?: {readonly name: string; readonly digest: Readonly<Record<string, string>>}
  /** The rules that were run, where a format names them: how many, and a digest of what they judge. */
  readonly ruleSet?: {readonly rules: number; readonly sha256: string}
  /** The address ranges of the cluster and the host, where a rule read them. */
  readonly ranges?: readonly Range[]
  readonly findings: readonly Finding[]
  /** What is wrong with what the operator set, such as a waiver nothing needs; absent where all is well. */
  readonly notices?: readonly Notice[]
}

/** Something about the check itself that somebody should look after. */
export interface Notice {
  readonly about: 'waiver' | 'configuration'
  readonly message: string
  readonly source?: EvidenceSource
}
