import type {Report} from '../check/report.ts'
import type {FailOn} from '../check/verdict.ts'

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
