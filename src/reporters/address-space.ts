import type {Range} from '../check/report.ts'
import {type AddressPicture, addressPictures, covers, isClash, type Row, type Stretch} from './address-axis.ts'
import {safe} from './terminal/safe.ts'

/** How wide the picture may be, and how the parts that several purposes claim are made to stand out. */
export interface Canvas {
  readonly columns: number
  readonly mark: (text: string) => string
}

/**
 * Draws ranges as bars on one axis for each family: `=` for addresses of the range, `X` for those another purpose claims
 * too, and below them each pair that meets. Empty space is drawn short, so that lengths compare only in order.
 */
export function addressSpaceLines(ranges: readonly Range[], canvas: Canvas): readonly string[] {
  return addressPictures(ranges).flatMap((picture, index) => [...(index > 0 ? [''] : []), ...linesOf(picture, canvas)])
}

function linesOf({family, rows, stretches}: AddressPicture, {columns, mark}: Canvas): readonly string[] {
  const purposeWidth = widest(rows.map(({purpose}) => purpose))
  const cidrWidth = widest(rows.map(({cidr}) => cidr))
  const setters = rows.map(({setBy}) => safe(setBy.join(', ')))
  const setterWidth = Math.min(widest(setters), Math.max(12, Math.floor(columns / 4)))
  const cells = Math.max(16, columns - purposeWidth - cidrWidth - setterWidth - 8)
  const bars = rows.map((row, index) => {
    const label = `${row.purpose.padEnd(purposeWidth)} ${row.cidr.padEnd(cidrWidth)}`
    return `  ${label} |${barOf(row, stretches, cells, mark)}| ${shortened(setters[index] ?? '', setterWidth)}`.trimEnd()
  })
  return [`IPv${family}`, ...bars, ...clashesOf(rows).map((clash) => mark(`  ${clash}`))]
}

function barOf(row: Row, stretches: readonly Stretch[], cells: number, mark: (text: string) => string): string {
  const drawn = Array.from({length: cells}, () => ' ')
  for (const stretch of stretches.filter((each) => covers(row, each))) {
    const start = Math.min(cells - 1, Math.floor((stretch.x * cells) / 1000))
    const end = Math.max(start + 1, Math.floor(((stretch.x + stretch.width) * cells) / 1000))
    for (let cell = start; cell < Math.min(end, cells); cell++) {
      if (drawn[cell] !== 'X') drawn[cell] = stretch.isShared ? 'X' : '='
    }
  }
  return drawn.join('').replace(/X+/g, mark)
}

/** The pairs of ranges that share addresses though their purposes do not go together. */
function clashesOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row, index) =>
    rows
      .slice(index + 1)
      .filter((other) => isClash([row.purpose, other.purpose]) && row.first <= other.last && other.first <= row.last)
      .map((other) => `${row.purpose} ${row.cidr} and ${other.purpose} ${other.cidr} overlap`),
  )
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({length}) => length))

const shortened = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 3)}...`
