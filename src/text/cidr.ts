import {addressBits, formatIp, type IpAddress, type IpFamily, parseIp} from './ip-address.ts'
import type {Parsed} from './parsed.ts'
import {remembered} from './remembered.ts'

/** A block of addresses: `network` is its base address, `canonical` the block as programs print it. */
export interface Cidr {
  readonly family: IpFamily
  /** The address as written, in canonical spelling; it differs from `network` where host bits are set. */
  readonly address: string
  readonly network: string
  readonly canonical: string
  readonly prefix: number
  readonly first: bigint
  readonly last: bigint
  readonly hasHostBits: boolean
  readonly hasLeadingZeros: boolean
}

/**
 * Reads a CIDR block as Kubernetes does (its forgiving ParseCIDRSloppy: a prefix is required, leading zeros are decimal),
 * and flags what other programs refuse or read otherwise: host bits and leading zeros.
 */
export const parseCidr: (text: string) => Parsed<Cidr> = remembered(readCidr)

function readCidr(text: string): Parsed<Cidr> {
  const [, ipText, prefixText] = /^([^/]{1,64})\/(\d{1,9})$/.exec(text) ?? []
  if (ipText === undefined || prefixText === undefined) {
    return failed(
      text,
      text.includes('/') ? 'has no decimal prefix length after one "/"' : 'has no "/" and prefix length',
    )
  }
  const ip = parseIp(ipText)
  if (!ip.ok) return ip
  const written = Number(prefixText)
  const prefix = ip.value.isMapped ? written - 96 : written
  if (prefix < 0) return failed(text, 'is IPv4-mapped, but wider than the mapped addresses')
  if (prefix > addressBits[ip.value.family]) return failed(text, 'has a prefix length beyond its address')
  return {ok: true, value: block(ip.value, prefix, String(written) !== prefixText)}
}

/** Reads blocks separated by commas or white space, such as a dual-stack `--cluster-cidr`; none is an empty list. */
export function parseCidrList(text: string): Parsed<readonly Cidr[]> {
  const blocks: Cidr[] = []
  for (const match of text.matchAll(/[^\s,]+/g)) {
    const parsed = parseCidr(match[0])
    if (!parsed.ok) return {ok: false, problem: {...parsed.problem, column: match.index + 1}}
    blocks.push(parsed.value)
  }
  return {ok: true, value: blocks}
}

/** Whether two blocks share an address; blocks of different families never do. */
export function overlaps(a: Cidr, b: Cidr): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last
}

/** Whether the outer block holds every address of the inner one. */
export function contains(outer: Cidr, inner: Cidr): boolean {
  return outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last
}

/** Whether the block holds the address. */
export function containsIp(block: Cidr, ip: IpAddress): boolean {
  return block.family === ip.family && block.first <= ip.value && ip.value <= block.last
}

/** How many addresses hosts can have: without the network address and IPv4's broadcast, save in blocks too small for them. */
export function usableAddresses(block: Cidr): bigint {
  const size = block.last - block.first + 1n
  if (size <= 2n) return size
  return block.family === 4 ? size - 2n : size - 1n
}

/** How many blocks of the prefix length fit, for example nodes of mask 24 in a cluster range; none where it is shorter. */
export function subnetCapacity(block: Cidr, prefix: number): bigint {
  const isWithin = prefix >= block.prefix && prefix <= addressBits[block.family]
  return isWithin ? 1n << BigInt(prefix - block.prefix) : 0n
}

function block(ip: IpAddress, prefix: number, prefixHasZeros: boolean): Cidr {
  const hostMask = (1n << BigInt(addressBits[ip.family] - prefix)) - 1n
  const first = ip.value - (ip.value & hostMask)
  const network = formatIp(ip.family, first)
  return {
    family: ip.family,
    address: ip.address,
    network,
    canonical: `${network}/${prefix}`,
    prefix,
    first,
    last: first + hostMask,
    hasHostBits: first !== ip.value,
    hasLeadingZeros: ip.hasLeadingZeros || prefixHasZeros,
  }
}

function failed(text: string, reason: string): Parsed<never> {
  return {ok: false, problem: {message: `${JSON.stringify(text.slice(0, 80))} ${reason}`, line: 1, column: 1}}
}
