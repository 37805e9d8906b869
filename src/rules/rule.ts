import type {Origin} from '../source.ts'

/** How bad a failing rule is: `error` will not work, `warning` works until load, upgrade or reboot, `info` is hygiene. */
export type Severity = 'error' | 'warning' | 'info'

/** `image`: a root file system or build host before capture; `bootstrap`: booted, kubelet not joined; `joined`. */
export type Phase = 'image' | 'bootstrap' | 'joined'

export const severities: readonly Severity[] = ['error', 'warning', 'info']
export const phases: readonly Phase[] = ['image', 'bootstrap', 'joined']

/** Distribution families that commands are written for; `any` serves the rest. */
export const families = ['debian', 'rhel', 'suse', 'alpine', 'arch', 'flatcar', 'any'] as const
export type Family = (typeof families)[number]

/** A severity and the condition under which it holds; the first whose condition holds is taken. */
export interface SeverityCase {
  readonly is: Severity
  readonly when?: string
}

/** One example of a rule: the facts or the recorded host, and what the rule says of it. */
export interface Example {
  readonly title?: string
  readonly phase?: Phase
  /** Partial facts, by name; a field that is not given is unknown. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** A recorded host: `files` and `commands` of a snapshot in which everything else is absent. */
  readonly host?: Readonly<Record<string, unknown>>
  /** What the user said, by statement key, for an example with a host. */
  readonly told?: Readonly<Record<string, string>>
  readonly message?: string
  readonly severity?: Severity
  readonly line: number
  readonly column: number
}

/** The examples of a rule by the outcome they must give. */
export interface Examples {
  readonly pass: readonly Example[]
  readonly fail: readonly Example[]
  readonly skip: readonly Example[]
  readonly unknown: readonly Example[]
}

/** A threshold or choice of a rule that a configuration may set; in expressions `params.<name>`. */
export interface Parameter {
  readonly about: string
  /** Its type is the type of the parameter; numbers are whole. */
  readonly default: ParameterValue
  /** What a configuration says instead, and where. */
  readonly set?: {readonly value: ParameterValue; readonly source: Origin}
}

export type ParameterValue = number | string | boolean

/** A rule as data. Expressions are CEL; `{{expression}}` inside fix texts and commands is replaced, in commands shell-quoted. */
export interface Rule {
  readonly id: string
  readonly subject: string
  readonly title: string
  readonly severity: readonly SeverityCase[]
  readonly phases: readonly Phase[]
  /** A rule over the hosts of an audit, which reads the fact `fleet` alone; others are over one host. */
  readonly scope?: 'fleet'
  readonly when?: string
  readonly each?: string
  readonly parameters?: Readonly<Record<string, Parameter>>
  readonly assert: string
  readonly message: string
  readonly why: string
  readonly fix: {readonly text: string; readonly commands: Readonly<Partial<Record<Family, readonly string[]>>>}
  readonly symptoms: readonly string[]
  readonly aliases: readonly string[]
  readonly references: readonly string[]
  /** The file the rule was read from, as the user or the repository names it. */
  readonly file: string
  /** The pack it comes from and what it replaces; built in where there is none. */
  readonly origin?: string
  /** What a configuration or an option changed in it, and where, as sentences for people. */
  readonly changes?: readonly string[]
}
