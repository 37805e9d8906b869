import type {Report} from '../../check/report.ts'
import {counted} from '../terminal/wrap.ts'

/** The counts of a report in words, the worst first, without the zeros: `1 error`, `2 warnings`, `3 unknown`. */
export function tally({summary, findings}: Pick<Report, 'summary' | 'findings'>): readonly string[] {
  const failing = (severity: string) =>
    findings.filter((finding) => finding.outcome === 'fail' && finding.severity === severity).length
  const counts = [
    [failing('error'), counted(failing('error'), 'error')],
    [failing('warning'), counted(failing('warning'), 'warning')],
    [failing('info'), `${failing('info')} info`],
    [summary.unknown, `${summary.unknown} unknown`],
    [summary.waived, `${summary.waived} waived`],
    [summary.pass, `${summary.pass} passed`],
    [summary.skip, `${summary.skip} skipped`],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([, text]) => text)
  return told.length === 0 ? ['no rule was checked'] : told
}

/** Whether no rule came to a verdict on this host: all were skipped, or could not be determined. */
export const judgedNothing = ({summary}: Pick<Report, 'summary'>): boolean =>
  summary.pass + summary.fail + summary.waived === 0
