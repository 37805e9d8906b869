import {type Cidr, parseCidr} from './cidr.ts'
import {formatIp} from './ip-address.ts'

/** The addresses of the machine itself in /proc/net/fib_trie, each once, in the order the kernel lists them. */
export function parseFibTrie(text: string): readonly string[] {
  const found = [...text.matchAll(/^[ \t]*\|-- (\d+\.\d+\.\d+\.\d+)\n[ \t]+\/32 host LOCAL$/gm)]
  return [...new Set(found.map(([, address = '']) => address))]
}

/** An IPv6 address of an interface; `block` is the address with its prefix length, host bits kept. */
export interface InterfaceAddress6 {
  readonly device: string
  readonly block: Cidr
  readonly scope: 'global' | 'link' | 'host'
}

/** Reads /proc/net/if_inet6: address, index, prefix length, scope and flags in hexadecimal, then the interface. */
export function parseIfInet6(text: string): readonly InterfaceAddress6[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', , prefix = '', scope = '', , device = ''] = line.trim().split(/\s+/)
    if (!/^[\da-f]{32}$/i.test(address) || !/^[\da-f]{2}$/i.test(prefix) || device === '') return []
    const block = parseCidr(`${formatIp(6, BigInt(`0x${address}`))}/${Number.parseInt(prefix, 16)}`)
    return block.ok ? [{device, block: block.value, scope: scopes[scope] ?? 'global'}] : []
  })
}

/** Scopes of linux/ipv6.h as the kernel prints them. */
const scopes: Readonly<Record<string, InterfaceAddress6['scope']>> = {'10': 'host', '20': 'link'}
