import type {Finding} from '../../check/report.ts'
import type {ReportOptions} from '../reporter.ts'
import {safe} from './safe.ts'
import type {Style} from './style.ts'
import {labelled, wrap} from './wrap.ts'

const labelWidth = 9
const maxNames = 12

/** Findings without a verdict of their own, one block a reason, the worst and then the commonest first. */
export function reasonBlocks(
  findings: readonly Finding[],
  sign: string,
  options: ReportOptions,
  style: Style,
): readonly string[] {
  const byReason = groupBy(findings, ({reason = 'no reason given'}) => reason)
  const worst = (group: readonly Finding[]) => Math.min(...group.map(({severity}) => severities.indexOf(severity)))
  return [...byReason]
    .sort(([, left], [, right]) => worst(left) - worst(right) || right.length - left.length)
    .flatMap(([reason, group]) => [
      ...labelled(sign, wrap(safe(reason), options.columns - 2), 2),
      ...severities.flatMap((severity) =>
        names(
          severity,
          group.filter((finding) => finding.severity === severity),
          options,
          style,
        ),
      ),
    ])
}

/** The passing rules by subject. */
export function passingLines(findings: readonly Finding[], style: Style): readonly string[] {
  return [...groupBy(findings, ({subject}) => subject)].flatMap(([subject, group]) => [
    style.bold(safe(subject)),
    ...group.flatMap((finding) =>
      labelled(style.signs.pass, [nameOf(finding)], 2, style.green).map((line) => `  ${line}`),
    ),
  ])
}

const severities = ['error', 'warning', 'info'] as const

function names(label: string, group: readonly Finding[], options: ReportOptions, style: Style): readonly string[] {
  if (group.length === 0) return []
  const all = [...new Set(group.map(nameOf))]
  const shown = options.verbosity === 'verbose' ? all : all.slice(0, maxNames)
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : ''
  const lines = wrap(shown.join(', ') + more, options.columns - labelWidth - 2)
  return labelled(label, lines, labelWidth).map((line) => `  ${style.dim(line)}`)
}

const nameOf = ({rule, item}: Finding): string => safe(item === undefined ? rule : `${rule} [${item}]`)

function groupBy(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(keyOf(finding))
    if (group) group.push(finding)
    else groups.set(keyOf(finding), [finding])
  }
  return groups
}
