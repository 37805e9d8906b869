import ipaddr from 'ipaddr.js'
import type {Parsed} from './parsed.ts'
import {remembered} from './remembered.ts'

/** An address family as the digit in its name. */
export type IpFamily = 4 | 6

/** An IP address: `address` is its canonical spelling, `value` its bits; IPv4-mapped IPv6 addresses are plain IPv4 here. */
export interface IpAddress {
  readonly family: IpFamily
  readonly address: string
  readonly value: bigint
  readonly isMapped: boolean
  readonly hasLeadingZeros: boolean
}

/** The bits of an address of each family. */
export const addressBits: Readonly<Record<IpFamily, number>> = {4: 32, 6: 128}

/**
 * Reads an IP address as Kubernetes does (its forgiving ParseIPSloppy): leading zeros of IPv4 numbers are decimal, which
 * other programs refuse or read as octal, so they are flagged; zones, blanks and short forms are problems.
 */
export const parseIp: (text: string) => Parsed<IpAddress> = remembered(readIp)

function readIp(text: string): Parsed<IpAddress> {
  const address = text.includes(':') ? ipv6(text) : ipv4(text)
  if (address) return {ok: true, value: address}
  return {ok: false, problem: {message: `${JSON.stringify(text.slice(0, 80))} is no IP address`, line: 1, column: 1}}
}

/** The canonical spelling of the bits of an address (RFC 5952 for IPv6). */
export function formatIp(family: IpFamily, value: bigint): string {
  const bytes = Array.from({length: addressBits[family] / 8}, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
  const address = ipaddr.fromByteArray(bytes.reverse())
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()
}

const ipv4Pattern = /^\d{1,20}(?:\.\d{1,20}){3}$/
const mappedPrefix = 0xffffn << 32n

function ipv4(text: string): IpAddress | undefined {
  const numbers = ipv4Pattern.test(text) ? text.split('.').map(Number) : []
  if (numbers.length !== 4 || numbers.some((number) => number > 255)) return undefined
  const value = BigInt(numbers.reduce((bits, number) => bits * 256 + number, 0))
  const address = numbers.join('.')
  return {family: 4, address, value, isMapped: false, hasLeadingZeros: address !== text}
}

function ipv6(text: string): IpAddress | undefined {
  const [, head = '', tail = ''] = /^([\da-fA-F:]{2,39}?)((?:\d{1,20}\.){3}\d{1,20})?$/.exec(text) ?? []
  const embedded = tail === '' ? undefined : ipv4(tail)
  if (head === '' || (tail !== '' && !(embedded && head.endsWith(':')))) return undefined
  const spelled = embedded
    ? `${head}${(embedded.value >> 16n).toString(16)}:${(embedded.value & 65535n).toString(16)}`
    : head
  if (/[\da-fA-F]{5}/.test(spelled) || !ipaddr.IPv6.isValid(spelled)) return undefined
  const bytes = ipaddr.IPv6.parse(spelled).toByteArray()
  const value = bytes.reduce((bits, byte) => bits * 256n + BigInt(byte), 0n)
  const isMapped = value >> 32n === mappedPrefix >> 32n
  const family = isMapped ? 4 : 6
  const bits = isMapped ? value - mappedPrefix : value
  const hasLeadingZeros = embedded?.hasLeadingZeros ?? false
  return {family, address: formatIp(family, bits), value: bits, isMapped, hasLeadingZeros}
}
