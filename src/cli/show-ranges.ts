import {rangesOf} from '../check/ranges.ts'
import type {Range} from '../check/report.ts'
import {cluster} from '../collectors/cluster.ts'
import type {FactStore} from '../facts/store.ts'
import {addressSpaceLines} from '../reporters/address-space.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {styleOf} from '../reporters/terminal/style.ts'
import type {Display} from './display.ts'

/** Every range of the host drawn on one axis, and under it where each was set. */
export async function rangesText(store: FactStore, display: Display): Promise<string> {
  await store.view(cluster.name)
  const {ranges = []} = await rangesOf(store)
  if (ranges.length === 0) return 'no address range is declared or found on this host\n'
  const style = styleOf(display)
  const picture = addressSpaceLines(ranges, {columns: display.columns, mark: style.red})
  const places = ranges.map((range) =>
    `${label(range)}  ${range.source ? style.cyan(placeOf(range.source)) : ''}`.trimEnd(),
  )
  return `${[...picture, '', ...places].join('\n')}\n`
}

const label = ({purpose, cidr, setBy}: Range): string => safe(`${purpose} ${cidr} (${setBy})`)
