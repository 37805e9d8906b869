import type {Range} from '../../check/report.ts'
import {spanOf} from '../../check/span.ts'
import {type Markup, markup, nothing} from './markup.ts'

/** One line of the picture: a range for one purpose, and everything that sets it. */
interface Row {
  readonly purpose: string
  readonly cidr: string
  readonly setBy: readonly string[]
  readonly first: bigint
  readonly last: bigint
}

/** A stretch of the axis between two ends of ranges, with its place on it in thousandths. */
interface Stretch {
  readonly first: bigint
  readonly last: bigint
  readonly x: number
  readonly width: number
}

const maxRows = 40
const families = [4, 6] as const
/** A default route says nothing about who shares addresses. */
const wholeSpan = {4: (1n << 32n) - 1n, 6: (1n << 128n) - 1n}

/** The ranges of each family above each other on one axis, on which empty space is short; where several purposes meet they are marked. */
export function addressSpace(ranges: readonly Range[] = []): Markup {
  const pictures = families.map((family) => pictureOf(family, rowsOf(ranges, family)))
  if (pictures.every((picture) => picture === nothing)) return nothing
  return markup`<section class="space"><h2>Address ranges</h2>${pictures}<p class="key"><span class="shared"></span> addresses that several purposes claim</p></section>`
}

function rowsOf(ranges: readonly Range[], family: 4 | 6): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const range of ranges) {
    const span = spanOf(range)
    if (span?.family !== family || span.last - span.first === wholeSpan[family]) continue
    const {purpose, cidr, setBy} = range
    const known = rows.get(`${purpose} ${cidr}`)
    const setters = [...new Set([...(known?.setBy ?? []), setBy])]
    rows.set(`${purpose} ${cidr}`, {purpose, cidr, setBy: setters, first: span.first, last: span.last})
  }
  return [...rows.values()].slice(0, maxRows)
}

function pictureOf(family: 4 | 6, rows: readonly Row[]): Markup {
  if (rows.length === 0) return nothing
  const stretches = axisOf(rows)
  const shared = stretches.filter((stretch) => isShared(rows.filter((row) => covers(row, stretch))))
  const lines = rows.map(
    (row) => markup`<tr><th scope="row">${row.purpose}</th><td class="cidr">${row.cidr}</td>
<td class="bar">${barOf(row, stretches, shared)}</td><td class="lost">${row.setBy.join(', ')}</td></tr>`,
  )
  return markup`<div class="scroll"><table><caption>IPv${family}</caption><tbody>${lines}</tbody></table></div>`
}

function barOf(row: Row, stretches: readonly Stretch[], shared: readonly Stretch[]): Markup {
  const own = stretches.filter((stretch) => covers(row, stretch))
  const start = own[0]?.x ?? 0
  const end = own.reduce((right, {x, width}) => Math.max(right, x + width), start)
  const common = shared.filter((stretch) => covers(row, stretch))
  const bands = common.map(({x, width}) => markup`<rect class="shared" x="${x}" width="${width}" height="10"/>`)
  return markup`<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bands}<rect class="own ${row.purpose.replaceAll(' ', '-')}" x="${start}" y="2.5" width="${end - start}" height="5"/></svg>`
}

const covers = (row: Row, stretch: Stretch): boolean => row.first <= stretch.first && stretch.last <= row.last

/** Purposes of which one is a part of the other or the way to it. */
const kin = [new Set(['pods', 'node pods']), new Set(['node', 'route'])]

function isShared(rows: readonly Row[]): boolean {
  const purposes = [...new Set(rows.map(({purpose}) => purpose))]
  return purposes.length > 1 && !kin.some((relatives) => purposes.every((purpose) => relatives.has(purpose)))
}

/** The axis cut at every end of a range; a stretch is as wide as the number of its addresses has digits, a gap is narrow. */
function axisOf(rows: readonly Row[]): readonly Stretch[] {
  const cuts = [...new Set(rows.flatMap(({first, last}) => [first, last + 1n]))].sort((a, b) => (a < b ? -1 : 1))
  const pieces = cuts.slice(0, -1).map((first, index) => {
    const last = (cuts[index + 1] ?? first + 1n) - 1n
    const isGap = !rows.some((row) => row.first <= first && last <= row.last)
    return {first, last, weight: isGap ? 4 : 6 + (last - first + 1n).toString(2).length}
  })
  const total = pieces.reduce((sum, {weight}) => sum + weight, 0)
  let x = 0
  return pieces.map(({first, last, weight}) => {
    const width = Math.round((weight / total) * 1000)
    const stretch = {first, last, x, width}
    x += width
    return stretch
  })
}
