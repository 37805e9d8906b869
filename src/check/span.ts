import {parseCidr} from '../text/cidr.ts'
import type {Range} from './report.ts'

/** The first and last address of a range as numbers, for drawing; nothing for what is no range. */
export function spanOf({cidr}: Range): {family: 4 | 6; first: bigint; last: bigint} | undefined {
  const parsed = parseCidr(cidr)
  if (!parsed.ok) return undefined
  const {family, first, last} = parsed.value
  return {family, first, last}
}
