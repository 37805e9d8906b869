import type {FleetReport} from '../../check/fleet-report.ts'
import type {Finding} from '../../check/report.ts'
import {card} from '../html/finding.ts'
import {groups} from '../html/group.ts'
import {head} from '../html/head.ts'
import {type Markup, markup, nothing, verbatim} from '../html/markup.ts'
import {style as reportStyle} from '../html/style.ts'
import {type Fault, faultKey, faultsOf} from './faults.ts'
import {foldNames} from './fold-names.ts'
import {hostReport} from './html/host.ts'
import {matrix} from './html/matrix.ts'
import {fleetScript as script} from './html/script.ts'
import {fleetStyle} from './html/style.ts'
import {fleetNotices} from './notices.ts'
import type {FleetReporter} from './reporter.ts'
import {fleetTally} from './tally.ts'

/** One page with a matrix of hosts and faults and every host's report behind it; as the page of one report, it needs nothing else. */
export const fleetHtml: FleetReporter = function* (report) {
  const faults = faultsOf(report, ['fail', 'unknown', 'waived'])
  const indexes = new Map(faults.map(({first}, index) => [faultKey(first), index]))
  const across = report.findings.filter(({outcome}) => outcome !== 'pass' && outcome !== 'skip')
  yield markup`<!doctype html>
<html lang="en">
${head(fleetTally(report).join(', '), style, script)}
<body class="${report.verdict}">
${hero(report)}
${faults.length === 0 ? nothing : toolbar(faults)}
<main class="wide">
${matrix(report, faults)}
<p class="none" hidden>No host matches.</p>
${acrossHosts(across)}
${unreachable(report)}
${notices(report)}
${faultCards(faults)}
</main>
<footer>${report.tool.name} ${report.tool.version} · ${report.startedAt} · <kbd>/</kbd> find a host <kbd>Esc</kbd> back, show all</footer>
`.html
  for (const [index, host] of report.hosts.entries()) {
    yield hostReport(host, index, (finding) => indexes.get(faultKey(finding)) ?? 0).html
  }
  yield markup`<script>${verbatim(script)}</script>
</body>
</html>
`.html
}

const style = reportStyle + fleetStyle

function hero(report: FleetReport): Markup {
  const {verdict, summary} = report
  const signs = {pass: '✓', fail: '✗', inconclusive: '?'}
  const tiles = [
    [summary.fail, 'hosts fail', 'error'],
    [summary.inconclusive, 'could not be judged', 'unknown'],
    [summary.unreachable, 'could not be reached', 'warning'],
    [summary.pass, 'hosts pass', 'pass'],
  ] as const
  return markup`<header class="hero ${verdict}">
<p class="verdict"><span class="sign" aria-hidden="true">${signs[verdict]}</span>${verdict}</p>
<h1>${fleetTally(report).join(', ')}</h1>
<ul class="counts of-fleet">${tiles.map(([count, label, kind]) => markup`<li class="${kind}${count === 0 ? ' zero' : ''}"><b>${count}</b> ${label}</li>`)}</ul>
</header>`
}

function toolbar(faults: readonly Fault[]): Markup {
  const kindOf = ({outcome, severity}: Finding) => (outcome === 'fail' ? severity : outcome)
  const present = new Set<string>(faults.map(({first}) => kindOf(first)))
  const kinds = ['error', 'warning', 'info', 'unknown', 'waived'].filter((kind) => present.has(kind))
  const failing = kinds.some((kind) => kind !== 'unknown')
  const chips = kinds.map((kind) => {
    const checked = kind === 'unknown' && failing ? nothing : markup` checked`
    return markup`<label class="chip ${kind}"><input type="checkbox" name="kind" value="${kind}"${checked}><span>${kind}</span></label>`
  })
  const options = faults.map(({first}) => {
    return markup`<option value="${faultKey(first)}">${first.rule} (${kindOf(first)})</option>`
  })
  return markup`<form class="toolbar" role="search" hidden>
<input type="search" name="text" placeholder="Find a host" aria-label="Host" autocomplete="off">
<select name="fault" aria-label="Fault"><option value="">All faults</option>${options}</select>
<fieldset><legend>Severity</legend>${chips}</fieldset>
<output></output>
</form>`
}

function acrossHosts(findings: readonly Finding[]): Markup {
  if (findings.length === 0) return nothing
  return markup`<section><h2>Across hosts <span class="count">${findings.length}</span></h2>${groups(findings).map(card)}</section>`
}

function unreachable({unreachable: lost}: FleetReport): Markup {
  if (lost.length === 0) return nothing
  const items = lost.map(({name, reason}) => markup`<li><span class="host">${name}</span> ${reason}</li>`)
  return markup`<section><h2>Could not be reached <span class="count">${lost.length}</span></h2><ul class="lost-hosts">${items}</ul></section>`
}

function notices(report: FleetReport): Markup {
  const items = fleetNotices(report).map(({text, hosts}) => {
    return markup`<li>${hosts.length === 0 ? nothing : markup`<span class="host">${foldNames(hosts).join(', ')}</span> `}${text}</li>`
  })
  if (items.length === 0) return nothing
  return markup`<section><h2>Notices <span class="count">${items.length}</span></h2><ul class="lost-hosts">${items}</ul></section>`
}

/** What each fault means and how it is mended, with what the hosts said of it. */
function faultCards(faults: readonly Fault[]): Markup {
  if (faults.length === 0) return nothing
  const cards = faults.map((fault, index) => markup`<div id="fault-${index}">${card(fault)}</div>`)
  return markup`<section><h2>What the faults mean</h2>${cards}</section>`
}
