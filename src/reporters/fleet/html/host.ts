import type {AuditedHost} from '../../../check/fleet-report.ts'
import type {Finding} from '../../../check/report.ts'
import {cut, saysOf} from '../../finding/finding-text.ts'
import {ranked} from '../../finding/ranked.ts'
import {tally} from '../../finding/tally.ts'
import {type Markup, markup, nothing} from '../../html/markup.ts'
import {placeOf} from '../../terminal/place.ts'

/** The report of one host, shown when it is linked to: what is to be looked at; remedies stand with the faults. */
export function hostReport({name, report}: AuditedHost, index: number, faultOf: (finding: Finding) => number): Markup {
  const {host, phase, verdict} = report
  const notable = ranked(report.findings).filter(({outcome}) => outcome !== 'pass' && outcome !== 'skip')
  const about = [host.name === name ? '' : host.name, host.os, host.kernel, `${phase} phase`, ...tally(report)]
  return markup`<section class="host-report ${verdict}" id="host-${index}" aria-label="${name}">
<a class="back" href="#matrix">Back to all hosts</a>
<p class="verdict">${verdict}</p><h2><span class="host">${name}</span></h2>
<p class="about">${about.filter((part) => part !== '').map((part) => markup`<span>${part}</span>`)}</p>
<ul class="said">${notable.map((finding) => said(finding, faultOf(finding)))}</ul>
</section>
`
}

function said(finding: Finding, fault: number): Markup {
  const {rule, title, severity, outcome, evidence, item} = finding
  const places = [
    ...new Set(evidence.flatMap(({source}) => (source && !('default' in source) ? [placeOf(source)] : []))),
  ]
  const label = item === undefined ? rule : `${rule} [${item}]`
  return markup`<li data-severity="${severity}" data-outcome="${outcome}"><span class="badge">${outcome === 'fail' ? severity : outcome}</span><b>${title}</b> <a class="rule" href="#fault-${fault}">${cut(label, 300)}</a>
<p>${cut(saysOf(finding), 1000)}</p>${places.length === 0 ? nothing : markup`<div class="places">${places.slice(0, 5).join(', ')}</div>`}</li>`
}
