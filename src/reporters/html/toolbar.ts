import type {Report} from '../../check/report.ts'
import {type Markup, markup, nothing} from './markup.ts'

const outcomes = [
  ['fail', 'failed'],
  ['unknown', 'unknown'],
  ['waived', 'waived'],
  ['skip', 'skipped'],
  ['pass', 'passed'],
] as const

/** Search and filters, shown where the script runs. */
export function toolbar({findings}: Report): Markup {
  const subjects = [...new Set(findings.map(({subject}) => subject))].sort()
  const present = new Set<string>(findings.flatMap(({outcome, severity}) => [outcome, severity]))
  const severities = ['error', 'warning', 'info'].filter((severity) => present.has(severity))
  return markup`<form class="toolbar" role="search" hidden>
<input type="search" name="text" placeholder="Search rules, messages, files" aria-label="Search" autocomplete="off">
<select name="subject" aria-label="Subject"><option value="">All subjects</option>${subjects.map((subject) => markup`<option>${subject}</option>`)}</select>
${fieldset(
  'Severity',
  severities.map((severity) => chip('severity', severity, severity)),
)}
${fieldset(
  'Outcome',
  outcomes.filter(([outcome]) => present.has(outcome)).map(([outcome, label]) => chip('outcome', outcome, label)),
)}
<output></output>
</form>`
}

/** Nothing to choose is shown as nothing, but still says what is chosen. */
const fieldset = (legend: string, chips: readonly Markup[]): Markup =>
  markup`<fieldset${chips.length < 2 ? markup` hidden` : nothing}><legend>${legend}</legend>${chips}</fieldset>`

const chip = (name: string, value: string, label: string): Markup =>
  markup`<label class="chip ${value}"><input type="checkbox" name="${name}" value="${value}" checked><span>${label}</span></label>`
