import type {FleetReport} from '../../check/fleet-report.ts'
import type {Finding} from '../../check/report.ts'
import {nameOf, saysOf} from '../finding/finding-text.ts'
import {ranked} from '../finding/ranked.ts'
import {tally} from '../finding/tally.ts'
import type {ReportOptions} from '../reporter.ts'
import {safe} from '../terminal/safe.ts'
import {type Style, styleOf} from '../terminal/style.ts'
import {labelled, wrap} from '../terminal/wrap.ts'
import {type Fault, faultsOf} from './faults.ts'
import {foldNames} from './fold-names.ts'
import {fleetNotices} from './notices.ts'
import type {FleetReporter} from './reporter.ts'
import {fleetTally} from './tally.ts'

/** The audit for people: what fails and on how many hosts, worst first; then host by host; unreachable ones last. */
export const fleetText: FleetReporter = function* (report, options) {
  const style = styleOf(options)
  const shown: Shown = {options, style, total: report.hosts.length}
  const faults = faultsOf(report, ['fail'])
  yield section('ACROSS HOSTS', acrossLines(report.findings, shown), style)
  for (const [severity, heading] of Object.entries(headings)) {
    const own = faults.filter(({first}) => first.severity === severity)
    yield section(
      heading,
      own.flatMap((fault) => faultLines(fault, shown)),
      style,
    )
  }
  yield section('UNKNOWN: could not be determined', reasonLines(faultsOf(report, ['unknown']), shown), style)
  yield section(
    'WAIVED',
    faultsOf(report, ['waived']).flatMap((fault) => faultLines(fault, shown)),
    style,
  )
  if (options.verbosity !== 'quiet') yield section('HOSTS', hostLines(report, shown), style)
  yield section('COULD NOT BE REACHED', unreachableLines(report, shown), style)
  yield section('NOTICES', noticeLines(report, shown), style)
  const paint = {pass: style.green, fail: style.red, inconclusive: style.yellow}[report.verdict]
  yield `${style.bold(paint(report.verdict.toUpperCase()))}: ${fleetTally(report).join(', ')}\n`
}

interface Shown {
  readonly options: ReportOptions
  readonly style: Style
  readonly total: number
}

const headings = {error: 'ERRORS', warning: 'WARNINGS', info: 'INFO'} as const
const maxFolded = 60
const maxNamed = 3

const section = (heading: string, lines: readonly string[], style: Style): string =>
  lines.length === 0 ? '' : `${[style.bold(heading), ...lines].join('\n')}\n\n`

/** Names as they fold; of many that do not, the first and how many more. */
function names(hosts: readonly string[], {options}: Shown): string {
  const folded = foldNames(hosts).map(safe).join(', ')
  if (folded.length <= maxFolded || hosts.length <= maxNamed + 1 || options.verbosity === 'verbose') return folded
  return `${hosts.slice(0, maxNamed).map(safe).join(', ')} and ${hosts.length - maxNamed} more`
}

function acrossLines(findings: readonly Finding[], shown: Shown): readonly string[] {
  const {style, options} = shown
  const signs = {fail: style.signs.fail, unknown: '?', waived: '~'} as const
  const says = options.verbosity === 'quiet' ? ({title}: Finding) => title : saysOf
  return ranked(findings).flatMap((finding) => {
    const {outcome, severity, rule, hosts = []} = finding
    if (outcome === 'pass' || outcome === 'skip') return []
    const sign = `${signs[outcome]} ${severity.padEnd(7)}`
    return [
      `${toned(severity, outcome, style)(sign)} ${safe(rule)}`,
      ...labelled('', wrap(safe(says(finding)), options.columns - 10), 10),
      ...(options.verbosity === 'verbose' ? labelled('', wrap(names(hosts, shown), options.columns - 10), 10) : []),
    ]
  })
}

/** A fault in one line, below it what it is; verbosely also what each host says, alike ones together. */
function faultLines({first, hosts, findings}: Fault, shown: Shown): readonly string[] {
  const {style, options, total} = shown
  const isAll = hosts.length === total && total > 1
  const count = isAll ? `all ${total} hosts` : `${hosts.length} of ${total}`
  const where =
    options.verbosity === 'quiet' || (isAll && options.verbosity !== 'verbose') ? '' : `: ${names(hosts, shown)}`
  const sign = toned(first.severity, first.outcome, style)(first.outcome === 'waived' ? '~' : style.signs.fail)
  const head = labelled(sign, [`${style.bold(safe(first.rule))}  ${count}${where}`], 0).map((line) =>
    line.replace(sign, `${sign} `),
  )
  const title = labelled('', wrap(safe(first.title), options.columns - 4), 4)
  return [...head, ...title, ...(options.verbosity === 'verbose' ? sayings(findings, shown) : [])]
}

function sayings(findings: Fault['findings'], shown: Shown): readonly string[] {
  const byText = grouped(findings, (finding) =>
    `${nameOf(finding).slice(finding.rule.length + 1)} ${saysOf(finding)}`.trim(),
  )
  return [...byText].flatMap(([text, own]) => [
    ...labelled(`      ${shown.style.signs.bullet}`, wrap(safe(text), shown.options.columns - 8), 8),
    ...labelled(
      '',
      wrap(
        names(
          own.map(({host}) => host),
          shown,
        ),
        shown.options.columns - 8,
      ),
      8,
    ).map(shown.style.dim),
  ])
}

/** What could not be told, by reason: how many rules, and on which hosts. */
function reasonLines(faults: readonly Fault[], shown: Shown): readonly string[] {
  const byReason = grouped(
    faults.flatMap(({findings}) => findings),
    ({reason = 'no reason given'}) => reason,
  )
  return [...byReason]
    .map(([reason, findings]) => ({reason, hosts: [...new Set(findings.map(({host}) => host))], findings}))
    .sort((a, b) => b.hosts.length - a.hosts.length || b.findings.length - a.findings.length)
    .flatMap(({reason, hosts, findings}) => {
      const rules = [...new Set(findings.map(({rule}) => rule))].sort()
      const where = shown.options.verbosity === 'quiet' ? '' : `: ${names(hosts, shown)}`
      const what =
        rules.length > 3 && shown.options.verbosity !== 'verbose'
          ? `${rules.slice(0, 2).join(', ')} and ${rules.length - 2} more rules`
          : rules.join(', ')
      return [
        ...labelled(
          '?',
          wrap(`${safe(reason)}  ${hosts.length} of ${shown.total}${where}`, shown.options.columns - 2),
          2,
        ),
        ...labelled('', wrap(safe(what), shown.options.columns - 4), 4).map(shown.style.dim),
      ]
    })
}

/** The hosts with the same counts in one line, those with most errors first. */
function hostLines({hosts}: FleetReport, shown: Shown): readonly string[] {
  const weights = (findings: readonly Finding[]) =>
    ['error', 'warning', 'info'].map(
      (severity) => findings.filter((finding) => finding.outcome === 'fail' && finding.severity === severity).length,
    )
  const rows = hosts.map(({name, report}) => ({
    name,
    weight: weights(report.findings),
    text: `${report.verdict.toUpperCase()}: ${tally({...report, summary: {...report.summary, pass: 0, skip: 0}})
      .join(', ')
      .replace('no rule was checked', 'nothing fails')}`,
  }))
  const byText = [...grouped(rows, ({text}) => text)].sort(([, [a]], [, [b]]) =>
    compareWeights(a?.weight ?? [], b?.weight ?? []),
  )
  return byText.flatMap(([text, own]) =>
    labelled(
      '',
      wrap(
        `${names(
          own.map(({name}) => name),
          shown,
        )}  ${text}`,
        shown.options.columns - 2,
      ),
      2,
    ),
  )
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((weight, at) => weight !== b[at])
  return index < 0 ? 0 : (b[index] ?? 0) - (a[index] ?? 0)
}

function unreachableLines({unreachable}: FleetReport, shown: Shown): readonly string[] {
  const byReason = grouped(unreachable, ({name, reason}) => withoutName(reason, name))
  return [...byReason].flatMap(([reason, own]) => {
    const text = own.length === 1 ? (own[0]?.reason ?? '') : reason
    const where = names(
      own.map(({name}) => name),
      shown,
    )
    return labelled('?', wrap(`${where}: ${safe(text)}`, shown.options.columns - 2), 2, shown.style.yellow)
  })
}

/** A reason in which only a whole word is the name: a host `a` is not in every word. */
const withoutName = (reason: string, name: string): string =>
  ` ${reason} `
    .split(name)
    .reduce((text, part) => text + (/[\w.-]$/.test(text) || /^(?:[\w-]|\.\w)/.test(part) ? name : 'HOST') + part)
    .trim()

function noticeLines(report: FleetReport, shown: Shown): readonly string[] {
  const {options, style} = shown
  return fleetNotices(report).flatMap(({text, hosts}) => {
    const where = hosts.length === 0 || options.verbosity === 'quiet' ? '' : `${names(hosts, shown)}: `
    return labelled(style.signs.bullet, wrap(where + safe(text), options.columns - 2), 2)
  })
}

const toned = (severity: Finding['severity'], outcome: Finding['outcome'], style: Style) =>
  outcome !== 'fail' ? style.yellow : {error: style.red, warning: style.yellow, info: style.cyan}[severity]

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
