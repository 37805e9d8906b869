import type {Range} from '../check/report.ts'
import {spanOf} from '../check/span.ts'

/** One line of a picture of address ranges: a range for one purpose, and everything that sets it. */
export interface Row {
  readonly purpose: string
  readonly cidr: string
  readonly setBy: readonly string[]
  readonly first: bigint
  readonly last: bigint
}

/** A stretch of the axis between two ends of ranges, with its place on it in thousandths; shared where purposes meet. */
export interface Stretch {
  readonly first: bigint
  readonly last: bigint
  readonly x: number
  readonly width: number
  readonly isShared: boolean
}

/** The ranges of one family above each other on one axis, on which empty space is short. */
export interface AddressPicture {
  readonly family: 4 | 6
  readonly rows: readonly Row[]
  readonly stretches: readonly Stretch[]
}

/** The pictures of both families, those without ranges left out. */
export function addressPictures(ranges: readonly Range[]): readonly AddressPicture[] {
  return families
    .map((family) => ({family, rows: rowsOf(ranges, family)}))
    .filter(({rows}) => rows.length > 0)
    .map(({family, rows}) => ({family, rows, stretches: axisOf(rows)}))
}

/** Whether a row spans a stretch. */
export const covers = (row: Row, stretch: Pick<Stretch, 'first' | 'last'>): boolean =>
  row.first <= stretch.first && stretch.last <= row.last

/** Purposes that have no business with each other's addresses: of kin, one is a part of the other or the way to it. */
export function isClash(purposes: readonly string[]): boolean {
  const distinct = [...new Set(purposes)]
  return distinct.length > 1 && !kin.some((relatives) => distinct.every((purpose) => relatives.has(purpose)))
}

const maxRows = 40
const families = [4, 6] as const
/** A default route says nothing about who shares addresses. */
const wholeSpan = {4: (1n << 32n) - 1n, 6: (1n << 128n) - 1n}
const kin = [new Set(['pods', 'node pods']), new Set(['node', 'route'])]

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
    const isShared = isClash(rows.filter((row) => covers(row, {first, last})).map(({purpose}) => purpose))
    const stretch = {first, last, x, width, isShared}
    x += width
    return stretch
  })
}
