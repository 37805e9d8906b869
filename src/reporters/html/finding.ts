import type {Evidence, Finding} from '../../check/report.ts'
import {cut, saysOf} from '../finding/finding-text.ts'
import {placeOf} from '../terminal/place.ts'
import {safeValue} from '../terminal/safe.ts'
import type {Group} from './group.ts'
import {type Markup, markup, nothing} from './markup.ts'

const maxText = 4000
const maxItems = 200

/** A card of one rule: what is wrong, where it was set, what follows and how it is mended. */
export function card({first, findings}: Group): Markup {
  const {rule, title, severity, outcome, why} = first
  const messages = distinct(findings.map(withItem).filter((message) => message !== '' && message !== title))
  const evidence = distinct(findings.flatMap((finding) => finding.evidence))
  return markup`<details class="card"${outcome === 'fail' ? markup` open` : nothing}${attributes(first, messages)}>
<summary><span class="badge">${outcome === 'fail' ? severity : outcome}</span><span class="title">${title}</span><code class="rule">${rule}</code></summary>
<div class="body">
${messagesOf(messages)}
${evidence.length === 0 ? nothing : evidenceTable(evidence)}
${why === undefined ? nothing : markup`<h4>Why it matters</h4>${paragraphs(why)}`}
${remedy(findings)}
${links(first)}
</div>
</details>`
}

/** One line for a rule that needs no attention. */
export function row({first, findings}: Group): Markup {
  const reasons = distinct(findings.map(({reason = ''}) => reason)).filter((reason) => reason !== '')
  return markup`<li class="row"${attributes(first, reasons)}><code class="rule">${first.rule}</code><span class="title">${first.title}</span><span class="severity">${first.severity}</span>${reasons.map((reason) => markup`<span class="reason">${cut(reason, maxText)}</span>`)}</li>`
}

/** What the script filters by. */
function attributes({rule, subject, severity, outcome, title}: Finding, texts: readonly string[]): Markup {
  const words = cut([rule, title, ...texts].join(' ').toLowerCase(), maxText)
  return markup` data-outcome="${outcome}" data-severity="${severity}" data-subject="${subject}" data-words="${words}"`
}

function withItem(finding: Finding): string {
  const said = saysOf(finding)
  const {item} = finding
  return cut(item === undefined || said.includes(item) ? said : `${item}: ${said}`, maxText)
}

function messagesOf(messages: readonly string[]): Markup {
  if (messages.length < 2) return markup`${messages.map((message) => markup`<p class="message">${message}</p>`)}`
  const more = messages.length - maxItems
  const shown = messages.slice(0, maxItems).map((message) => markup`<li>${message}</li>`)
  return markup`<ul class="message">${shown}${more > 0 ? markup`<li>and ${more} more</li>` : nothing}</ul>`
}

const evidenceTable = (evidence: readonly Evidence[]): Markup => markup`<h4>What was read</h4>
<div class="scroll"><table><thead><tr><th scope="col">Where</th><th scope="col">Fact</th><th scope="col">Value</th></tr></thead>
<tbody>${[...evidence].sort(bySource).slice(0, maxItems).map(evidenceRow)}</tbody></table></div>`

/** What somebody set comes before defaults and what was derived. */
const bySource = (left: Evidence, right: Evidence): number => rankOf(left) - rankOf(right)
const rankOf = ({source}: Evidence): number => (source === undefined ? 2 : 'default' in source ? 1 : 0)

function evidenceRow({fact, value, source, overrode = []}: Evidence): Markup {
  const lost = overrode.map(
    (each) => markup`<div class="lost">overrides ${safeValue(each.value)} of ${placeOf(each.source)}</div>`,
  )
  const place = source === undefined ? markup`<span class="lost">derived</span>` : markup`${placeOf(source)}`
  return markup`<tr><td>${place}</td><td>${fact}</td><td>${safeValue(value)}${lost}</td></tr>`
}

function remedy(findings: readonly Finding[]): Markup {
  const fixes = findings.flatMap(({fix}) => fix ?? [])
  if (fixes.length === 0) return nothing
  const texts = distinct(fixes.map(({text}) => text)).slice(0, maxItems)
  const commands = distinct(fixes.flatMap((fix) => fix.commands)).flatMap((command) => command.trim().split('\n'))
  const lines = commands.map((command) => markup`<span>${cut(command, maxText)}\n</span>`)
  const block = markup`<div class="commands"><pre>${lines}</pre><button type="button" class="copy">Copy</button></div>`
  return markup`<h4>How to mend it</h4>${texts.map((text) => paragraphs(text))}${lines.length === 0 ? nothing : block}`
}

function links({references = []}: Finding): Markup {
  const shown = references.map((reference) =>
    /^https?:\/\//.test(reference)
      ? markup`<li><a href="${reference}" rel="noreferrer">${reference}</a></li>`
      : markup`<li>${reference}</li>`,
  )
  return shown.length === 0 ? nothing : markup`<h4>Read on</h4><ul class="links">${shown}</ul>`
}

const paragraphs = (text: string): Markup =>
  markup`${cut(text.trim(), maxText)
    .split(/\n+/)
    .map((paragraph) => markup`<p>${paragraph}</p>`)}`

/** Values without repetitions, as JSON tells them apart. */
function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
