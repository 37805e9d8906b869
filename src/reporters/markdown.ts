import type {Evidence, Finding, Notice, Report} from '../check/report.ts'
import {cut, nameOf, saysOf} from './finding/finding-text.ts'
import {ranked} from './finding/ranked.ts'
import {tally} from './finding/tally.ts'
import {code, codeBlock, literal, literalHtml} from './markdown/escape.ts'
import type {Reporter} from './reporter.ts'
import {placeOf} from './terminal/place.ts'
import {safeValue} from './terminal/safe.ts'

/** GitHub refuses a step summary beyond 1 MiB; other text of the step wants room too. */
const maxBytes = 1_000_000
const maxText = 2000
const verdicts = {pass: '✅ pass', fail: '❌ fail', inconclusive: '❔ inconclusive'}
const signs = {error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info'}

/** GitHub-flavoured Markdown for a step summary or an issue: a table of what failed, then details, folded. */
export const markdown: Reporter = (report) => {
  const of = (outcome: Finding['outcome']) => ranked(report.findings.filter((finding) => finding.outcome === outcome))
  const failing = of('fail')
  const {notices = []} = report
  const blocks = [
    headingOf(report),
    ...table(
      ['Severity', 'Rule', 'What is wrong'],
      failing.map((finding) => rowOf(finding, signs[finding.severity])),
    ),
    ...failing.map(detailsOf),
    ...section('Could not be determined', of('unknown')),
    ...section('Waived', of('waived')),
    ...(notices.length === 0 ? [] : ['### Notices', notices.map(noticeOf).join('\n')]),
  ]
  return `${fitting(blocks).join('\n\n')}\n`
}

function headingOf(report: Report): string {
  const {host, phase, startedAt} = report
  const kernel = host.kernel === '' ? '' : `kernel ${host.kernel}`
  const about = [host.name, host.os, kernel, `${phase} phase`, startedAt].filter((part) => part !== '')
  const heading = `## ${verdicts[report.verdict]}: node-preflight on ${literal(cut(host.name, 200))}`
  return [heading, about.map((part) => literal(cut(part, 200))).join(' · '), `**${tally(report).join(', ')}**`].join(
    '\n\n',
  )
}

const rowOf = (finding: Finding, severity: string): readonly string[] => [
  severity,
  code(cut(nameOf(finding), maxText)),
  literal(cut(saysOf(finding), maxText)),
]

function section(heading: string, findings: readonly Finding[]): readonly string[] {
  const rows = findings.map((finding) => rowOf(finding, finding.severity))
  return rows.length === 0 ? [] : [`### ${heading}`, ...table(['Severity', 'Rule', 'Reason'], rows)]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [lines.join('\n')]
}

function detailsOf(finding: Finding): string {
  const {severity, title, message, evidence, why, fix, references} = finding
  const name = literalHtml(cut(nameOf(finding), 200))
  const values = evidence.map((each) => cut(evidenceLine(each), maxText))
  const commands = fix?.commands.flatMap((command) => command.trim().split('\n')) ?? []
  return [
    `<details><summary>${signs[severity]}: <code>${name}</code> ${literalHtml(cut(title, 200))}</summary>`,
    literal(cut(message, maxText)),
    ...(why === undefined ? [] : [literal(cut(why, maxText))]),
    ...(values.length === 0 ? [] : [codeBlock(values)]),
    ...(fix === undefined ? [] : [`**Fix:** ${literal(cut(fix.text, maxText))}`]),
    ...(commands.length === 0
      ? []
      : [
          codeBlock(
            commands.map((command) => cut(command, maxText)),
            'sh',
          ),
        ]),
    ...(references?.map((reference) => `- ${link(reference)}`) ?? []),
    '</details>',
  ].join('\n\n')
}

const noticeOf = ({message, source}: Notice): string =>
  `- ${literal(cut(message, maxText))}${source === undefined ? '' : ` (${code(placeOf(source))})`}`

/** GitHub makes a link of a plain address by itself. */
const link = (reference: string): string =>
  /^https?:\/\/[\w./#?=&%~+-]+$/.test(reference) ? reference : literal(reference)

function evidenceLine({fact, value, source}: Evidence): string {
  const said = `${fact} = ${safeValue(value)}`
  return source === undefined ? said : `${placeOf(source)}  ${said}`
}

function fitting(blocks: readonly string[]): readonly string[] {
  let bytes = 0
  const end = blocks.findIndex((block) => {
    bytes += Buffer.byteLength(block) + 2
    return bytes > maxBytes
  })
  return end < 0 ? blocks : [...blocks.slice(0, end), `${blocks.length - end} more parts were left out: too long.`]
}
