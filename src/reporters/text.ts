import type {Finding, Outcome, Report} from '../check/report.ts'
import type {Reporter, ReportOptions} from './reporter.ts'
import {failingBlock} from './terminal/failing.ts'
import {placeOf} from './terminal/place.ts'
import {safe} from './terminal/safe.ts'
import {passingLines, reasonBlocks} from './terminal/settled.ts'
import {type Style, styleOf} from './terminal/style.ts'
import {verdictLine} from './terminal/verdict-line.ts'
import {labelled, wrap} from './terminal/wrap.ts'

/** The report for people: the worst first, cause and remedy together, what is well folded into counts, the verdict last. */
export const text: Reporter = (report, options) => {
  const style = styleOf(options)
  const of = (outcome: Outcome) => report.findings.filter((finding) => finding.outcome === outcome)
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[style.bold(heading), ...lines].join('\n')]
  const isVerbose = options.verbosity === 'verbose'
  const isQuiet = options.verbosity === 'quiet'
  const reasons = (findings: readonly Finding[], sign: string) => reasonBlocks(findings, sign, options, style)
  const unknown = of('unknown').filter(({severity}) => !isQuiet || severity === 'error')
  const sections = [
    ...(isQuiet ? [] : [headingOf(report, options, style)]),
    ...failing(of('fail'), options, style),
    ...section('UNKNOWN: could not be determined', reasons(unknown, '?')),
    ...(isQuiet ? [] : section('WAIVED', reasons(of('waived'), '~'))),
    ...(isVerbose ? section('SKIPPED', reasons(of('skip'), style.signs.dot)) : []),
    ...(isVerbose ? section('PASSED', passingLines(of('pass'), style)) : []),
    ...section('NOTICES', noticeLines(report, options, style)),
    verdictLine(report, options, style),
  ]
  return `${sections.join('\n\n')}\n`
}

const modes = {live: '', root: 'mounted root', snapshot: 'snapshot', shell: 'over a shell'}

function headingOf({host, phase}: Report, {columns}: ReportOptions, style: Style): string {
  const kernel = host.kernel === '' ? '' : `kernel ${host.kernel}`
  const parts = [host.name, host.os, kernel, modes[host.mode], `${phase} phase`].filter((part) => part !== '')
  return wrap(safe(parts.join(` ${style.signs.dot} `)), columns)
    .map(style.dim)
    .join('\n')
}

function noticeLines({notices = []}: Report, {columns}: ReportOptions, style: Style): readonly string[] {
  return notices.flatMap(({message, source}) => {
    const place = source === undefined ? '' : ` (${placeOf(source)})`
    return labelled(style.signs.bullet, wrap(safe(message) + place, columns - 2), 2)
  })
}

const severities = {error: 'ERRORS', warning: 'WARNINGS', info: 'INFO'} as const

/** A section for each severity, in it a heading for each subject, in it a block for each rule. */
function failing(findings: readonly Finding[], options: ReportOptions, style: Style): readonly string[] {
  return Object.entries(severities).flatMap(([severity, heading]) => {
    const group = findings.filter((finding) => finding.severity === severity)
    const subjects = [...new Set(group.map(({subject}) => subject))].sort()
    if (subjects.length === 0) return []
    const sections = subjects.flatMap((subject) => {
      const ids = [...new Set(group.filter((finding) => finding.subject === subject).map(({rule}) => rule))]
      const blocks = ids.map((id) =>
        failingBlock(
          group.filter(({rule}) => rule === id),
          options,
          style,
        ).join('\n'),
      )
      return blocks.map((block, index) => (index === 0 ? `${style.bold(safe(subject))}\n${block}` : block))
    })
    return [style.bold(heading), ...sections]
  })
}
