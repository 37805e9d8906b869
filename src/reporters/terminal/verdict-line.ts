import type {Report} from '../../check/report.ts'
import type {ReportOptions} from '../reporter.ts'
import type {Style} from './style.ts'
import {counted} from './wrap.ts'

/** The end of the report: the verdict with its counts on the last line, and where to read on. */
export function verdictLine({verdict, summary, findings}: Report, options: ReportOptions, style: Style): string {
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
  const paint = {pass: style.green, fail: style.red, inconclusive: style.yellow}[verdict]
  const line = `${verdict.toUpperCase()}: ${told.join(', ') || 'no rule was checked'}`
  const painted = style.bold(paint(verdict.toUpperCase())) + line.slice(verdict.length)
  const hint = findings.length === 0 ? '' : hintOf(verdict, options)
  if (hint === '') return painted
  const isTooLong = line.length + hint.length + 3 > options.columns
  return isTooLong ? `${style.dim(hint)}\n${painted}` : `${painted} ${style.dim(`(${hint})`)}`
}

function hintOf(verdict: Report['verdict'], {verbosity}: ReportOptions): string {
  if (verdict === 'fail') return 'more: node-preflight explain RULE'
  if (verdict === 'inconclusive') return 'what is unknown is no pass'
  return verbosity === 'verbose' ? '' : '-v shows all'
}
