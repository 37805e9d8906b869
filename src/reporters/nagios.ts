import {oneLine} from './one-line/line.ts'
import {nagiosState} from './one-line/nagios-state.ts'
import type {Reporter} from './reporter.ts'

/** The status line of a Nagios plugin, at most 80 bytes, with performance data behind the bar. */
export const nagios: Reporter = (report, options) => {
  const {summary, findings, durationMs} = report
  const failing = (severity: string) =>
    findings.filter((finding) => finding.outcome === 'fail' && finding.severity === severity).length
  const data = [
    `errors=${failing('error')}`,
    `warnings=${failing('warning')}`,
    `unknown=${summary.unknown}`,
    `waived=${summary.waived}`,
    `time=${(durationMs / 1000).toFixed(3)}s`,
  ]
  return `${oneLine(`PREFLIGHT ${nagiosState(report, options)} -`, report)} | ${data.join(' ')}\n`
}
