import {addressBits, parseIp} from './ip-address.ts'

/** What a configuration file says of a network interface: its fixed addresses, and whether it also asks the network for some. */
export interface ConfiguredInterface {
  /** Its name; a pattern or a hardware address where the file matches by those; empty where it names none. */
  readonly name: string
  readonly addresses: readonly ConfiguredAddress[]
  readonly isDynamic: boolean
}

/** A fixed address with its prefix length, as in `10.0.0.5/24`, and the line that states it. */
export interface ConfiguredAddress {
  readonly block: string
  readonly line: number
}

/** Joins an address and a prefix length or netmask written apart; an address alone is one of a whole block of its own. */
export function blockText(address: string, mask: string | undefined): string {
  if (address.includes('/') || address === '') return address
  const ip = parseIp(address)
  const prefix = mask === undefined || mask === '' ? undefined : prefixOf(mask)
  return `${address}/${prefix ?? (ip.ok ? addressBits[ip.value.family] : 32)}`
}

function prefixOf(mask: string): number | undefined {
  if (/^\d{1,3}$/.test(mask)) return Number(mask)
  const parsed = parseIp(mask)
  return parsed.ok ? parsed.value.value.toString(2).replaceAll('0', '').length : undefined
}
