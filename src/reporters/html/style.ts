/** The look of the page: a light and a dark set of colours, one column of cards, and a version for paper. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --text: #1c2128; --soft: #57606a; --line: #d8dee4; --code: #f0f2f4;
  --error: #b42318; --warning: #8a5300; --info: #0b5cad; --unknown: #6b3fa0; --waived: #5a6472; --skip: #5a6472; --pass: #116329;
  --shadow: 0 1px 2px #1c212814, 0 2px 8px #1c21280a;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #171b22; --text: #e6e9ee; --soft: #9aa4b2; --line: #2c333d; --code: #0e1218;
    --error: #ff8078; --warning: #f0b04a; --info: #6cb6ff; --unknown: #c9a2ff; --waived: #9aa4b2; --skip: #9aa4b2; --pass: #56d373;
    --shadow: none;
  }
}
* { box-sizing: border-box }
[hidden] { display: none !important }
html { scroll-padding-top: 6rem }
body { margin: 0; border-top: 4px solid var(--tone); background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif; }
.hero, .toolbar, main, footer { max-width: 62rem; margin-inline: auto; padding-inline: 1.25rem }
code, pre, td, kbd { font-family: var(--mono) }
h1, h2, h4, p, ul { margin: 0 }

.error, [data-severity=error] { --tone: var(--error) }
.warning, [data-severity=warning] { --tone: var(--warning) }
.info, [data-severity=info] { --tone: var(--info) }
.unknown, .inconclusive, [data-outcome=unknown] { --tone: var(--unknown) }
.waived, [data-outcome=waived] { --tone: var(--waived) }
.skip, [data-outcome=skip] { --tone: var(--skip) }
.pass, [data-outcome=pass] { --tone: var(--pass) }
.fail { --tone: var(--error) }

.hero { padding-block: 2.25rem 1.25rem }
.verdict { display: flex; align-items: center; gap: .6rem; color: var(--tone); font-weight: 700; letter-spacing: .08em; text-transform: uppercase; font-size: .85rem }
.sign { display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background: var(--tone); color: var(--card); font-size: 1.1rem; font-weight: 700; letter-spacing: 0 }
h1 { font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; margin-block: .7rem .5rem; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere }
.host { font-family: var(--mono); font-weight: 600; font-size: .94em }
.about { color: var(--soft); overflow-wrap: anywhere; font-size: .93rem }
.about span + span::before { content: '·'; margin-inline: .5em }
.counts { list-style: none; padding: 0; margin-top: 1.25rem; display: grid; grid-template-columns: repeat(7, 1fr); background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden }
.counts li { padding: .75rem 1rem; color: var(--soft); font-size: .85rem; box-shadow: -1px -1px 0 var(--line) }
.counts b { display: block; font-size: 1.6rem; line-height: 1.1; color: var(--tone); font-variant-numeric: tabular-nums; font-weight: 650 }
.counts .zero b { color: var(--line); font-weight: 500 }

.notices { margin-top: .9rem; padding-left: 1.2rem; color: var(--warning); font-size: .9rem; overflow-wrap: anywhere }
.notices code { color: var(--soft) }

.toolbar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; padding-block: .7rem; background: color-mix(in srgb, var(--page) 92%, transparent); backdrop-filter: blur(6px); border-bottom: 1px solid var(--line) }
.toolbar input[type=search], .toolbar select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .7rem; min-width: 0 }
.toolbar input[type=search] { flex: 1 1 70% }
.toolbar select { flex: 1 1 auto }
fieldset { border: 0; padding: 0; margin: 0; display: flex; gap: .3rem; flex-wrap: wrap }
legend, .announce { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.chip { position: relative; cursor: pointer }
.chip input { position: absolute; inset: 0; opacity: 0; cursor: pointer; margin: 0 }
.chip span { display: block; padding: .25rem .7rem; border-radius: 99px; border: 1px solid var(--line); color: var(--soft); font-size: .85rem; text-decoration: line-through }
.chip input:checked + span { color: var(--tone); border-color: currentColor; background: color-mix(in srgb, var(--tone) 9%, transparent); text-decoration: none }
output { color: var(--soft); font-size: .85rem; margin-left: auto; font-variant-numeric: tabular-nums }
:focus-visible, .chip input:focus-visible + span { outline: 2px solid var(--info); outline-offset: 2px }

main { padding-block: .5rem 2rem }
h2 { font-size: 1.05rem; margin-block: 1.75rem .75rem; font-weight: 650 }
.count { color: var(--soft); font-weight: 400; margin-left: .2em }
.card { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 10px; box-shadow: var(--shadow); margin-bottom: .75rem }
.card > summary { display: flex; align-items: baseline; gap: .75rem; padding: .8rem 1rem; cursor: pointer; list-style: none; border-radius: 8px }
.card > summary::-webkit-details-marker { display: none }
.card > summary::after { content: '›'; color: var(--soft); transition: rotate .15s; font-size: 1.1rem; line-height: 1 }
.card[open] > summary::after { rotate: 90deg }
.badge { color: var(--tone); background: color-mix(in srgb, var(--tone) 12%, transparent); border-radius: 6px; padding: .05rem .5rem; font-size: .78rem; font-weight: 600; flex: none }
.card .title { font-weight: 600; flex: 1; overflow-wrap: anywhere }
.rule { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere }
.body { padding: 0 1rem 1rem }
.body p, .body li { max-width: 72ch; overflow-wrap: anywhere }
.body p + p { margin-top: .5rem }
.message { font-family: var(--mono); font-size: .88rem }
ul.message { padding-left: 1.2rem }
h4 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); font-weight: 600; margin-block: 1rem .3rem }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px }
table { border-collapse: collapse; width: 100%; font-size: .82rem }
th { text-align: left; font-weight: 600; color: var(--soft); background: var(--code) }
th, td { padding: .35rem .75rem; vertical-align: top }
td { overflow-wrap: anywhere; min-width: 8rem; border-top: 1px solid var(--line) }
td:first-child { color: var(--info) }
.lost { color: var(--soft) }
.commands { position: relative; margin-top: .5rem }
pre { margin: 0; background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 5.5rem .7rem 1rem; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
.copy { position: absolute; top: .45rem; right: .45rem; font: inherit; font-size: .8rem; padding: .2rem .7rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
.copy:hover { border-color: var(--soft) }
html:not(.scripted) .copy, html:not(.scripted) .keys { display: none }
.links { padding-left: 1.2rem; font-size: .9rem }
a { color: var(--info) }

.fold > summary { cursor: pointer; color: var(--soft); border-radius: 6px }
.fold h2 { display: inline-block; color: var(--text); margin-bottom: .5rem }
.rows { list-style: none; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden }
.row { display: grid; grid-template-columns: 19rem 1fr auto; gap: .1rem 1rem; padding: .5rem 1rem; font-size: .9rem; border-top: 1px solid var(--line); margin-top: -1px }
.row .rule::before { content: ''; display: inline-block; width: .5rem; height: .5rem; border-radius: 50%; background: var(--tone); margin-right: .6rem }
.reason { grid-column: 2; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
.severity { color: var(--soft); font-size: .8rem }
.space .scroll { background: var(--card); margin-bottom: .5rem }
caption { text-align: left; padding: .6rem .75rem .2rem; color: var(--soft); font-weight: 600 }
.space th { background: none; color: var(--text); white-space: nowrap; font-weight: 500 }
.space td { border-top: 0; min-width: 0 }
.space .cidr { color: inherit; white-space: nowrap }
.space .bar { width: 45%; padding: 0 }
.space svg { display: block; width: 100%; height: 1.9rem }
.space .own { fill: var(--skip) }
.space .pods, .space .node-pods { fill: var(--info) }
.space .services { fill: var(--unknown) }
.space .node { fill: var(--pass) }
.space rect.shared { fill: color-mix(in srgb, var(--error) 28%, transparent) }
.key { color: var(--soft); font-size: .82rem; display: flex; align-items: center; gap: .5rem }
.key .shared { width: 1.2rem; height: .8rem; background: color-mix(in srgb, var(--error) 28%, transparent) }
.none { color: var(--soft); padding: 3rem; text-align: center }
footer { color: var(--soft); font-size: .82rem; padding-block: 0 2.5rem }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; background: var(--card); margin-left: .5em }

@media (max-width: 46rem) {
  .counts { grid-template-columns: repeat(4, 1fr) }
  .card > summary { flex-wrap: wrap }
  .card .rule { order: 3; flex-basis: 100% }
  .row { grid-template-columns: 1fr auto }
  .row .rule, .reason { grid-column: 1 / -1 }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, td { display: block }
  tr { padding-block: .4rem; border-top: 1px solid var(--line) }
  tr:first-child, td { border-top: 0 }
  td { padding-block: .05rem }
  .space th { display: block; padding-bottom: 0 }
  .space .bar { width: auto; padding-inline: .75rem }
  .toolbar { position: static }
  .keys { display: none }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media print {
  :root { --page: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --code: #fff; --shadow: none; --error: #a11; --warning: #740; --info: #048; --unknown: #528; --pass: #162 }
  body { font-size: 10.5pt }
  .toolbar, .copy, .keys, .card > summary::after { display: none !important }
  .hero, main, footer { max-width: none; padding-inline: 0 }
  .card { break-inside: avoid; border-width: 1px 1px 1px 4px }
  pre { padding-right: 1rem }
}
`
