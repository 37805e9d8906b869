import type {AuditedHost, FleetReport} from '../../../check/fleet-report.ts'
import type {Finding} from '../../../check/report.ts'
import {type Markup, markup, nothing} from '../../html/markup.ts'
import {type Fault, faultKey} from '../faults.ts'

/** Hosts down, faults across; worst first both ways. Each mark leads to the report of its host, each head to the fault. */
export function matrix({hosts}: FleetReport, faults: readonly Fault[]): Markup {
  if (faults.length === 0) return nothing
  const heads = faults.map(({first, hosts: on}, index) => {
    const label = `${first.rule} (${on.length})`
    return markup`<th scope="col" data-fault="${faultKey(first)}" data-severity="${first.severity}" data-outcome="${first.outcome}" title="${first.title}"><a href="#fault-${index}">${label}</a></th>`
  })
  const rows = hosts
    .map((host, index) => ({host, index, marks: marksOf(host)}))
    .sort((a, b) => weightOf(b.host) - weightOf(a.host) || a.index - b.index)
    .map(({host, index, marks}) => {
      const cells = faults.map(({first}) => cell(marks.get(faultKey(first)), index))
      return markup`<tr data-host="${host.name}"><th scope="row"><a href="#host-${index}" title="${host.name}">${host.name}</a></th>${cells}</tr>\n`
    })
  return markup`<section id="matrix"><h2>Hosts and faults</h2>
<div class="grid" tabindex="0"><table class="matrix"><thead><tr><th scope="col">Host</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div></section>`
}

const signs = {error: '✗', warning: '!', info: 'i'}

function cell(finding: Finding | undefined, host: number): Markup {
  if (!finding) return markup`<td></td>`
  const {severity, outcome, message, reason = ''} = finding
  const sign = outcome === 'fail' ? signs[severity] : outcome === 'unknown' ? '?' : '~'
  const title = (outcome === 'fail' ? message : reason).slice(0, 300)
  return markup`<td data-severity="${severity}" data-outcome="${outcome}"><a href="#host-${host}" title="${title}">${sign}</a></td>`
}

/** The first finding of each fault of a host. */
function marksOf({report}: AuditedHost): ReadonlyMap<string, Finding> {
  const notable = report.findings.filter(({outcome}) => outcome !== 'pass' && outcome !== 'skip')
  return new Map(notable.toReversed().map((finding) => [faultKey(finding), finding]))
}

/** An error outweighs any number of warnings, a warning of infos. */
function weightOf({report}: AuditedHost): number {
  const count = (severity: string) =>
    Math.min(
      report.findings.filter((finding) => finding.outcome === 'fail' && finding.severity === severity).length,
      999,
    )
  return count('error') * 1e6 + count('warning') * 1e3 + count('info')
}
