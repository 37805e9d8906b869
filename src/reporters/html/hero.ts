import type {Notice, Report} from '../../check/report.ts'
import {judgedNothing} from '../finding/tally.ts'
import {placeOf} from '../terminal/place.ts'
import {type Markup, markup, nothing} from './markup.ts'

const signs = {pass: '✓', fail: '✗', inconclusive: '?'}
const modes = {live: 'looked at live', root: 'a mounted root', snapshot: 'from a snapshot', shell: 'over a shell'}

/** The verdict at a glance: of which host, how sure, and how many findings of each kind. */
export function hero(report: Report): Markup {
  const {host, phase, verdict, image, notices = []} = report
  const kernel = host.kernel === '' ? '' : `kernel ${host.kernel}`
  const about = [host.os, kernel, `${phase} phase`, modes[host.mode]].filter((part) => part !== '')
  return markup`<header class="hero ${verdict}">
<p class="verdict"><span class="sign" aria-hidden="true">${signs[verdict]}</span>${verdict}</p>
<h1><span class="host">${host.name}</span>${statementOf(report)}</h1>
<p class="about">${about.map((part) => markup`<span>${part}</span>`)}</p>
${image === undefined ? nothing : imageOf(image)}
<ul class="counts">${countsOf(report).map(tile)}</ul>
${notices.length === 0 ? nothing : markup`<ul class="notices">${notices.map(noticeOf)}</ul>`}
</header>`
}

/** What was found, and no more: rules that pass do not make a good node. */
function statementOf(report: Report): string {
  const {verdict, summary} = report
  if (verdict === 'fail') return ' will not make a good node'
  if (verdict === 'inconclusive') return ' could not be judged'
  if (judgedNothing(report)) return ': nothing here was judged'
  if (summary.fail > 0) return ': faults found, but none that fails the check'
  return summary.waived > 0 ? ': no fault found that is not waived' : ': no fault found'
}

const noticeOf = ({about, message, source}: Notice): Markup =>
  markup`<li><b>${about}</b> ${message}${source === undefined ? nothing : markup` <code>${placeOf(source)}</code>`}</li>`

const imageOf = ({name, digest}: NonNullable<Report['image']>): Markup =>
  markup`<p class="about"><span>${name}</span>${Object.entries(digest).map(([kind, value]) => markup`<span><code>${kind}:${value}</code></span>`)}</p>`

function countsOf({findings, summary}: Report): readonly (readonly [count: number, label: string, kind: string])[] {
  const failing = (severity: string) =>
    findings.filter((finding) => finding.outcome === 'fail' && finding.severity === severity).length
  return [
    [failing('error'), 'errors', 'error'],
    [failing('warning'), 'warnings', 'warning'],
    [failing('info'), 'info', 'info'],
    [summary.unknown, 'unknown', 'unknown'],
    [summary.waived, 'waived', 'waived'],
    [summary.skip, 'skipped', 'skip'],
    [summary.pass, 'passed', 'pass'],
  ]
}

const tile = ([count, label, kind]: readonly [number, string, string]): Markup =>
  markup`<li class="${kind}${count === 0 ? ' zero' : ''}"><b>${count}</b> ${label}</li>`
