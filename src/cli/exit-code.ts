import type {Report} from '../check/report.ts'
import type {FailOn} from '../check/verdict.ts'
import {nagiosState, nagiosStates} from '../reporters/one-line/nagios-state.ts'
import type {Output} from './outputs.ts'

/** What each exit code means; CI and boot scripts rely on them. */
export const exitCodes = {pass: 0, fail: 1, misuse: 2, inconclusive: 3, bug: 4} as const

/** The exit code of a check whose verdict was reached with the same `failOn`. */
export function exitCodeOf(
  {verdict}: Pick<Report, 'verdict'>,
  {failOn, allowUnknown}: {failOn: FailOn; allowUnknown: boolean},
): number {
  if (failOn === 'never') return exitCodes.pass
  if (verdict === 'inconclusive' && allowUnknown) return exitCodes.pass
  return exitCodes[verdict]
}

/** Whether a Nagios server reads the outcome, which has exit codes of its own. */
export const speaksNagios = (outputs: readonly Output[]): boolean =>
  outputs.some(({format, file}) => format === 'nagios' && file === undefined)

/** The exit code of a Nagios plugin: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN. */
export const nagiosExitCodeOf = (
  report: Pick<Report, 'verdict' | 'findings'>,
  reached: {failOn: FailOn; allowUnknown: boolean},
): number => nagiosStates[nagiosState(report, reached)]
