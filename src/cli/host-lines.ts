import type {Finding} from '../check/report.ts'
import {ranked} from '../reporters/finding/ranked.ts'
import {evidenceLines} from '../reporters/terminal/evidence.ts'
import {safe} from '../reporters/terminal/safe.ts'
import type {Style} from '../reporters/terminal/style.ts'
import {labelled, wrap} from '../reporters/terminal/wrap.ts'

/** What a rule came to on a host: each finding with its outcome, and every value it was decided by. */
export function hostLines(findings: readonly Finding[], width: number, style: Style): readonly string[] {
  return ranked(findings).flatMap((finding) => [
    ...labelled(signOf(finding, style), wrap(safe(outcomeOf(finding)), width - 2), 2, paintOf(finding, style)),
    ...(finding.notes ?? []).flatMap((note) => wrap(safe(note), width - 2)).map((line) => `  ${line}`),
    ...evidenceLines(finding.evidence, {width: width - 2, limit: Number.POSITIVE_INFINITY, style}).map(
      (line) => `  ${line}`,
    ),
  ])
}

/** What a finding came to, in a sentence. */
export function outcomeOf({outcome, severity, item, message, title, reason}: Finding): string {
  const named = item === undefined ? '' : ` [${item}]`
  switch (outcome) {
    case 'fail':
      return `fails (${severity})${named}${message === title ? '' : `: ${message}`}`
    case 'waived':
      return `fails${named}, but is waived: ${reason}`
    case 'unknown':
      return `could not be determined${named}: ${reason}`
    case 'skip':
      return reason ?? 'does not apply here'
    case 'pass':
      return 'passes'
  }
}

/** The sign of an outcome, as in reports. */
export const signOf = ({outcome}: Pick<Finding, 'outcome'>, {signs}: Style): string =>
  ({fail: signs.fail, pass: signs.pass, skip: signs.dot, unknown: '?', waived: '~'})[outcome]

const paintOf = ({outcome}: Finding, style: Style): ((text: string) => string) =>
  ({fail: style.red, pass: style.green, skip: style.dim, unknown: style.yellow, waived: style.yellow})[outcome]
