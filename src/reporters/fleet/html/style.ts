/** What the page of an audit adds to the look of a report: the matrix, and reports of hosts that show when linked to. */
export const fleetStyle = `
#matrix { scroll-margin-top: 2rem }
.grid { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 10px; background: var(--card); width: fit-content; max-width: 100% }
.matrix { width: auto; font-size: .8rem; border-collapse: separate; border-spacing: 0 }
.matrix thead th { position: sticky; top: 0; z-index: 1; background: var(--card); border-bottom: 1px solid var(--line); vertical-align: bottom; padding: .5rem .1rem }
.matrix thead th a { writing-mode: vertical-rl; rotate: 180deg; color: var(--tone); text-decoration: none; font: .74rem var(--mono); white-space: nowrap; max-height: 17rem; overflow: hidden; text-overflow: ellipsis }
.matrix thead th:first-child, .matrix tbody th { position: sticky; left: 0; background: var(--card); z-index: 1; border-right: 1px solid var(--line); white-space: nowrap; padding: .1rem .75rem; font-weight: 500 }
.matrix thead th:first-child { z-index: 2 }
.matrix tbody th a { color: var(--text); font-family: var(--mono); text-decoration: none; display: inline-block; max-width: 24ch; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom }
.matrix tbody tr:hover th, .matrix tbody tr:hover td { background: var(--code) }
.matrix td { min-width: 1.55rem; padding: .1rem; text-align: center; border-top: 0; border-right: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
.matrix td a { display: block; border-radius: 4px; color: var(--tone); background: color-mix(in srgb, var(--tone) 14%, transparent); text-decoration: none; font-weight: 700; line-height: 1.35 }
.wide { max-width: none; padding-inline: 1.25rem; width: fit-content; min-width: min(62rem, 100%); max-width: 100% }
.host-report { display: none; position: fixed; inset: 0; z-index: 3; overflow: auto; background: var(--page); padding: 1.5rem max(1.25rem, calc(50vw - 31rem)) 3rem }
.host-report:target { display: block }
.host-report .back { float: right }
.said { list-style: none; padding: 0 }
.said li { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 8px; padding: .5rem .9rem; margin-bottom: .4rem; overflow-wrap: anywhere }
.said .badge { margin-right: .5rem }
.said p { font-family: var(--mono); font-size: .85rem }
.said .places { color: var(--soft); font-size: .78rem }
.lost-hosts li { overflow-wrap: anywhere }
.counts.of-fleet { grid-template-columns: repeat(4, 1fr) }
@media (max-width: 46rem) {
  .matrix thead { position: static; width: auto; height: auto; clip-path: none; display: table-header-group }
  .matrix { display: table }
  .matrix tbody { display: table-row-group }
  .matrix tr { display: table-row }
  .matrix td { display: table-cell }
  .matrix tbody th a { max-width: 12ch }
}
@media print { .host-report { display: block; position: static } .grid { max-height: none } }
`
