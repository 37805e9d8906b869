import type {Range} from '../../check/report.ts'
import {type AddressPicture, addressPictures, covers, type Row, type Stretch} from '../address-axis.ts'
import {type Markup, markup, nothing} from './markup.ts'

/** The ranges of each family above each other on one axis, on which empty space is short; where several purposes meet they are marked. */
export function addressSpace(ranges: readonly Range[] = []): Markup {
  const pictures = addressPictures(ranges)
  if (pictures.length === 0) return nothing
  return markup`<section class="space"><h2>Address ranges</h2>${pictures.map(pictureOf)}<p class="key"><span class="shared"></span> addresses that several purposes claim</p></section>`
}

function pictureOf({family, rows, stretches}: AddressPicture): Markup {
  const lines = rows.map(
    (row) => markup`<tr><th scope="row">${row.purpose}</th><td class="cidr">${row.cidr}</td>
<td class="bar">${barOf(row, stretches)}</td><td class="lost">${row.setBy.join(', ')}</td></tr>`,
  )
  return markup`<div class="scroll"><table><caption>IPv${family}</caption><tbody>${lines}</tbody></table></div>`
}

function barOf(row: Row, stretches: readonly Stretch[]): Markup {
  const own = stretches.filter((stretch) => covers(row, stretch))
  const start = own[0]?.x ?? 0
  const end = own.reduce((right, {x, width}) => Math.max(right, x + width), start)
  const bands = own
    .filter(({isShared}) => isShared)
    .map(({x, width}) => markup`<rect class="shared" x="${x}" width="${width}" height="10"/>`)
  return markup`<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bands}<rect class="own ${row.purpose.replaceAll(' ', '-')}" x="${start}" y="2.5" width="${end - start}" height="5"/></svg>`
}
