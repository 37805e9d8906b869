import {type ChangedFinding, type Diff, diffReports, newFailures} from '../check/diff.ts'
import {type ReadReport, readReport} from '../check/read-report.ts'
import type {Evidence, Finding} from '../check/report.ts'
import type {FailOn} from '../check/verdict.ts'
import {nameOf} from '../reporters/finding/finding-text.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {safe, safeValue} from '../reporters/terminal/safe.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {labelled, wrap} from '../reporters/terminal/wrap.ts'
import {type Args, isOn, one} from './args.ts'
import {readUserFile} from './config.ts'
import {displayOf} from './display.ts'
import {exitCodes} from './exit-code.ts'
import {outcomeOf, signOf} from './host-lines.ts'
import type {Io} from './io.ts'

/** Shows what changed between two JSON reports; with `--gate` new failures give exit code 1. */
export async function showDiff(args: Args, io: Io): Promise<number> {
  const [before, after] = await Promise.all(['old', 'new'].map((name) => readNamed(one(args, name) ?? '', name)))
  if (!before || !after) throw new Error('diff has two reports')
  const diff = diffReports(before, after)
  const display = displayOf(args, io.out, io.env)
  io.out.write(
    isOn(args, 'json') ? asJson(before, after, diff) : asText(before, after, diff, display.columns, styleOf(display)),
  )
  const failOn = (one(args, 'fail-on') ?? 'error') as FailOn
  return isOn(args, 'gate') && newFailures(diff, failOn).length > 0 ? exitCodes.fail : exitCodes.pass
}

const readNamed = async (file: string, name: string): Promise<ReadReport> =>
  readReport(file, await readUserFile(file, `the ${name} report`))

function asJson(before: ReadReport, after: ReadReport, {appeared, fixed, changed}: Diff): string {
  const end = ({host, phase, startedAt}: ReadReport) => ({host: host.name, phase, startedAt})
  const said = ({outcome, severity, message, reason}: Finding) => ({outcome, severity, message, reason})
  const published = ({before: was, after: is, evidence}: ChangedFinding) => ({
    rule: (is ?? was)?.rule,
    item: (is ?? was)?.item,
    before: was && said(was),
    after: is && said(is),
    evidence,
  })
  const document = {
    apiVersion: 'node-preflight/v1',
    kind: 'Diff',
    before: end(before),
    after: end(after),
    new: appeared.map(published),
    fixed: fixed.map(published),
    changed: changed.map(published),
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function asText(before: ReadReport, after: ReadReport, diff: Diff, columns: number, style: Style): string {
  const end = ({host, startedAt, phase}: ReadReport) => `${host.name}, ${startedAt}, ${phase} phase`
  const section = (heading: string, group: readonly ChangedFinding[]) =>
    group.length === 0
      ? []
      : [[style.bold(heading), ...group.flatMap((one) => changeLines(one, columns, style))].join('\n')]
  const {appeared, fixed, changed} = diff
  return `${[
    [...wrap(safe(`from ${end(before)}`), columns), ...wrap(safe(`to   ${end(after)}`), columns)]
      .map(style.dim)
      .join('\n'),
    ...section('NEW', appeared),
    ...section('FIXED', fixed),
    ...section('CHANGED', changed),
    `${appeared.length} new, ${fixed.length} fixed, ${changed.length} changed`,
  ].join('\n\n')}\n`
}

function changeLines({before, after, evidence}: ChangedFinding, columns: number, style: Style): readonly string[] {
  const shown = after ?? before
  if (!shown) return []
  const width = columns - 2
  const line = (label: string, text: string) => labelled(label, wrap(text, width - 5), 5)
  const values = after === undefined || before === undefined ? [] : evidence
  return [
    `${signOf(after ?? {outcome: 'unknown'}, style)} ${style.bold(safe(nameOf(shown)))}`,
    ...[
      ...line('was', safe(before ? outcomeOf(before) : 'not in the report')),
      ...line('is', safe(after ? outcomeOf(after) : 'not in the report')),
      ...values.flatMap((one) =>
        line('set', `${safe(one.fact)}: ${shownValue(one.before)} -> ${shownValue(one.after)}`),
      ),
    ].map((text) => `  ${text}`),
  ]
}

function shownValue(evidence: Evidence | undefined): string {
  if (evidence === undefined) return '(not read)'
  const {value, source} = evidence
  return `${safeValue(value)}${source === undefined ? '' : ` (${placeOf(source)})`}`
}
