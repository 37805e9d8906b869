import type {Finding} from '../../check/report.ts'
import type {ReportOptions} from '../reporter.ts'
import {evidenceLines} from './evidence.ts'
import {safe} from './safe.ts'
import type {Style} from './style.ts'
import {labelled, wrap, wrapProse} from './wrap.ts'

const indent = '  '
const labelWidth = 6
const maxItems = 10
const maxEvidence = 6

/** One block for all failing findings of a rule: cause, place, consequence and remedy, in this order. */
export function failingBlock(findings: readonly Finding[], options: ReportOptions, style: Style): readonly string[] {
  const [first] = findings
  if (!first) return []
  const width = options.columns - indent.length
  const inner = width - labelWidth
  const isVerbose = options.verbosity === 'verbose'
  const limit = isVerbose ? Number.POSITIVE_INFINITY : maxEvidence
  const evidence = evidenceLines(
    findings.flatMap((finding) => finding.evidence),
    {width: inner, limit, style},
  )
  const paint = {error: style.red, warning: style.yellow, info: style.cyan}[first.severity]
  const [title = '', ...titleRest] = wrap(safe(first.title), width)
  const body = [
    ...titleRest.map(style.bold),
    ...messages(findings, width, isVerbose ? Number.POSITIVE_INFINITY : maxItems, style),
    ...labelled('set', evidence, labelWidth, style.bold),
    ...labelled('why', first.why === undefined ? [] : wrapProse(first.why, inner), labelWidth, style.bold),
    ...labelled('fix', remedies(findings, inner, style), labelWidth, style.bold),
    ...labelled(
      'note',
      distinct(findings.flatMap(({notes = []}) => notes)).flatMap((note) => wrapProse(note, inner)),
      labelWidth,
      style.bold,
    ),
    ...labelled('rule', [style.dim(safe(first.rule))], labelWidth, style.bold),
  ]
  return [`${paint(style.signs.fail)} ${style.bold(title)}`, ...body.map((line) => indent + line)]
}

/** What the findings say, one line an item; a message that only repeats the title says nothing. */
function messages(findings: readonly Finding[], width: number, limit: number, style: Style): readonly string[] {
  const said = distinct(findings.map(withItem)).filter((message) => message !== findings[0]?.title)
  if (said.length < 2) return said.flatMap((message) => wrap(safe(message), width))
  const lines = said
    .slice(0, limit)
    .flatMap((message) => labelled(style.signs.bullet, wrap(safe(message), width - 2), 2))
  return said.length > limit ? [...lines, style.dim(`and ${said.length - limit} more (-v shows them)`)] : lines
}

function withItem({item, message}: Finding): string {
  return item === undefined || message.includes(item) ? message : `${item}: ${message}`
}

function remedies(findings: readonly Finding[], width: number, style: Style): readonly string[] {
  const fixes = findings.flatMap(({fix}) => fix ?? [])
  const texts = distinct(fixes.map(({text}) => text)).slice(0, maxItems)
  const commands = distinct(fixes.flatMap((fix) => fix.commands)).flatMap((command) => command.trim().split('\n'))
  return [
    ...texts.flatMap((text) => wrapProse(text, width)),
    ...commands.map((command) => `  ${style.green(safe(command))}`),
  ]
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
