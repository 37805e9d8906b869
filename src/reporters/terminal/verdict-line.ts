import type {Report} from '../../check/report.ts'
import {judgedNothing, tally} from '../finding/tally.ts'
import type {ReportOptions} from '../reporter.ts'
import type {Style} from './style.ts'

/** The end of the report: the verdict with its counts on the last line, and where to read on. */
export function verdictLine(report: Report, options: ReportOptions, style: Style): string {
  const {verdict, findings} = report
  const paint = {pass: style.green, fail: style.red, inconclusive: style.yellow}[verdict]
  const line = `${verdict.toUpperCase()}: ${tally(report).join(', ')}`
  const painted = style.bold(paint(verdict.toUpperCase())) + line.slice(verdict.length)
  const hint = findings.length === 0 ? '' : hintOf(report, options)
  if (hint === '') return painted
  const isTooLong = line.length + hint.length + 3 > options.columns
  return isTooLong ? `${style.dim(hint)}\n${painted}` : `${painted} ${style.dim(`(${hint})`)}`
}

function hintOf(report: Report, {verbosity}: ReportOptions): string {
  const {verdict} = report
  if (verdict === 'fail') return 'more: node-preflight explain RULE'
  if (verdict === 'inconclusive') return 'what is unknown is no pass'
  const more = verbosity === 'verbose' ? [] : [judgedNothing(report) ? '-v says why' : '-v shows all']
  return [...(judgedNothing(report) ? ['nothing here was judged'] : []), ...more].join('; ')
}
