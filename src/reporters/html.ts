import type {Outcome, Report} from '../check/report.ts'
import {addressSpace} from './html/address-space.ts'
import {card, row} from './html/finding.ts'
import {type Group, groups} from './html/group.ts'
import {head} from './html/head.ts'
import {hero} from './html/hero.ts'
import {type Markup, markup, nothing, verbatim} from './html/markup.ts'
import {script} from './html/script.ts'
import {style} from './html/style.ts'
import {toolbar} from './html/toolbar.ts'
import type {Reporter} from './reporter.ts'

/**
 * One page that needs nothing else: no network (its own policy forbids it), readable without the script, which only filters,
 * copies and moves; light or dark as the reader's system is, and fit for paper.
 */
export const html: Reporter = (report) => {
  const page = markup`<!doctype html>
<html lang="en">
${head(`${report.host.name}: ${report.verdict}`, style, script)}
<body class="${report.verdict}">
${hero(report)}
${report.findings.length === 0 ? nothing : toolbar(report)}
<main>
${sections.filter(({isFolded}) => !isFolded).map((section) => sectionOf(report, section))}
${addressSpace(report.ranges)}
${sections.filter(({isFolded}) => isFolded).map((section) => sectionOf(report, section))}
<p class="none" hidden>No finding matches.</p>
</main>
<footer>${footerOf(report)}</footer>
<div class="announce" role="status"></div>
<script>${verbatim(script)}</script>
</body>
</html>
`
  return page.html
}

interface Section {
  readonly outcome: Outcome
  readonly heading: string
  readonly entry: (group: Group) => Markup
  readonly isFolded?: boolean
}

const sections: readonly Section[] = [
  {outcome: 'fail', heading: 'What is wrong', entry: card},
  {outcome: 'unknown', heading: 'What could not be determined', entry: row},
  {outcome: 'waived', heading: 'What is waived', entry: card},
  {outcome: 'skip', heading: 'What was skipped', entry: row, isFolded: true},
  {outcome: 'pass', heading: 'What is well', entry: row, isFolded: true},
]

function sectionOf({findings}: Report, {outcome, heading, entry, isFolded}: Section): Markup {
  const own = groups(findings.filter((finding) => finding.outcome === outcome))
  if (own.length === 0) return nothing
  const count = markup`<span class="count">${own.length}</span>`
  const title = markup`<h2>${heading} ${count}</h2>`
  const entries = entry === row ? markup`<ul class="rows">${own.map(row)}</ul>` : markup`${own.map(card)}`
  if (!isFolded) return markup`<section>${title}${entries}</section>`
  return markup`<section><details class="fold"><summary>${title}</summary>${entries}</details></section>`
}

function footerOf({tool, startedAt, durationMs}: Report): Markup {
  return markup`${tool.name} ${tool.version} · ${startedAt} · ${durationMs} ms<span class="keys"> · <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous <kbd>Enter</kbd> fold <kbd>c</kbd> copy the fix <kbd>Esc</kbd> show all</span>`
}
