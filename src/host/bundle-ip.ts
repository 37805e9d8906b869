import {readIpAddressText} from '../text/ip-text-links.ts'
import {readIpRouteText} from '../text/ip-text-routes.ts'
import type {Told} from './bundle-layout.ts'

/** The answer of `ip -j addr` from what `ip address` printed. */
export const ipAddressAnswers = (text: string): Told => answer(['ip', '-j', 'addr'], readIpAddressText(text))

/** The answer of `ip -j route show table all` from what the same printed without `-j`. */
export const ipRouteAnswers = (text: string): Told =>
  answer(['ip', '-j', 'route', 'show', 'table', 'all'], readIpRouteText(text))

function answer(argv: readonly string[], rows: readonly object[] | undefined): Told {
  return rows ? {commands: [{argv, stdout: `${JSON.stringify(rows)}\n`}]} : {}
}
