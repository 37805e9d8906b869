import type {Report} from '../../check/report.ts'
import type {ReportOptions} from '../reporter.ts'

/** What the exit codes of a Nagios plugin mean. */
export const nagiosStates = {OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3} as const

/** The state of a service whose plugin is the check: a failing warning below `failOn` is a WARNING. */
export function nagiosState(
  {verdict, findings}: Pick<Report, 'verdict' | 'findings'>,
  {failOn, allowUnknown = false}: Pick<ReportOptions, 'failOn' | 'allowUnknown'>,
): keyof typeof nagiosStates {
  if (failOn === 'never') return 'OK'
  if (verdict === 'fail') return 'CRITICAL'
  if (verdict === 'inconclusive' && !allowUnknown) return 'UNKNOWN'
  return findings.some(({outcome, severity}) => outcome === 'fail' && severity === 'warning') ? 'WARNING' : 'OK'
}
