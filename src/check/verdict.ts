import {type Severity, severities} from '../rules/rule.ts'
import type {Finding, Verdict} from './report.ts'

/** From which severity on a failing finding fails the check. */
export type FailOn = Severity | 'never'

/** The verdict over findings: unknown rules of error severity make it inconclusive, never a pass. */
export function verdictOf(findings: readonly Finding[], failOn: FailOn): Verdict {
  const fails = findings.some(({outcome, severity}) => outcome === 'fail' && isAtLeast(severity, failOn))
  if (fails) return 'fail'
  const isOpen = findings.some(({outcome, severity}) => outcome === 'unknown' && severity === 'error')
  return isOpen ? 'inconclusive' : 'pass'
}

/** Whether a finding of this severity fails a check that fails on the other and worse. */
export const isAtLeast = (severity: Severity, failOn: FailOn): boolean =>
  failOn !== 'never' && severities.indexOf(severity) <= severities.indexOf(failOn)
