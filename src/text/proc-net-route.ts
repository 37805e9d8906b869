import {type Cidr, parseCidr} from './cidr.ts'
import {formatIp, type IpFamily} from './ip-address.ts'

/** A route of the kernel's main (IPv4) or any (IPv6) table, from /proc/net. */
export interface ProcRoute {
  readonly destination: Cidr
  /** Undefined for a route without a next hop. */
  readonly gateway: string | undefined
  readonly device: string
  readonly metric: number
  readonly flags: number
  readonly isUp: boolean
  readonly isReject: boolean
  readonly line: number
}

/** Reads /proc/net/route: IPv4 only, hexadecimal in the byte order of the machine (`littleEndian` but on s390x and the like). */
export function parseProcNetRoute(text: string, littleEndian = true): readonly ProcRoute[] {
  const bits = (hex: string) => BigInt(`0x${littleEndian ? (hex.match(/../g) ?? []).reverse().join('') : hex}`)
  return text.split('\n').flatMap((content, index) => {
    const [device = '', destination = '', gateway = '', flags = '', , , metric = '', mask = ''] = content
      .trim()
      .split(/\s+/)
    if (![destination, gateway, mask].every((hex) => /^[\dA-Fa-f]{8}$/.test(hex))) return []
    const prefix = bits(mask).toString(2).replaceAll('0', '').length
    return route(4, bits(destination), prefix, bits(gateway), device, Number(metric), flags, index + 1)
  })
}

/** The IPv4 tables besides `main` and `local` that /proc/net/fib_trie shows, by number; /proc/net/route leaves them out. */
export function otherTables(fibTrie: string): readonly string[] {
  return [...fibTrie.matchAll(/^Id (\d+):$/gm)].map(([, table = '']) => table)
}

/** Reads /proc/net/ipv6_route: hexadecimal in network order, all tables together. */
export function parseProcNetIpv6Route(text: string): readonly ProcRoute[] {
  return text.split('\n').flatMap((content, index) => {
    const [destination = '', prefix = '', , , gateway = '', metric = '', , , flags = '', device = ''] = content
      .trim()
      .split(/\s+/)
    if (![destination, gateway].every((hex) => /^[\da-f]{32}$/i.test(hex)) || !/^[\da-f]{2}$/i.test(prefix)) return []
    const bits = (hex: string) => BigInt(`0x${hex}`)
    const length = Number.parseInt(prefix, 16)
    return route(6, bits(destination), length, bits(gateway), device, Number.parseInt(metric, 16), flags, index + 1)
  })
}

/** Route flags of linux/route.h. */
const flagUp = 0x1
const flagReject = 0x200

function route(
  family: IpFamily,
  destination: bigint,
  prefix: number,
  gateway: bigint,
  device: string,
  metric: number,
  flagsHex: string,
  line: number,
): readonly ProcRoute[] {
  const parsed = parseCidr(`${formatIp(family, destination)}/${prefix}`)
  const flags = Number.parseInt(flagsHex, 16)
  if (!parsed.ok || !Number.isInteger(flags) || !Number.isInteger(metric)) return []
  const hop = gateway === 0n ? undefined : formatIp(family, gateway)
  const [isUp, isReject] = [(flags & flagUp) !== 0, (flags & flagReject) !== 0]
  return [{destination: parsed.value, gateway: hop, device, metric, flags, isUp, isReject, line}]
}
