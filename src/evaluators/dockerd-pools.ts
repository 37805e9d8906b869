import {at, type Leaf, Unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type Cidr, overlaps, parseCidr} from '../text/cidr.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {formatIp} from '../text/ip-address.ts'
import {type DockerdSources, textsOption} from './dockerd-options.ts'

/** A block that Docker cuts networks of one prefix length from. */
export interface AddressPool {
  readonly block: Cidr
  readonly prefix: number
  readonly source: Origin
}

/** The pools Docker takes networks from: those configured, else those built in (moby libnetwork/ipamutils). */
export function addressPools(
  sources: DockerdSources,
): {readonly pools: readonly AddressPool[]; readonly isOwn: boolean} | Unknown {
  const flags = textsOption(sources, 'default-address-pools')
  if (flags instanceof Unknown) return flags
  const inFile = itemsOf(sources.config.content.keys.get('default-address-pools')?.node) ?? []
  const own = sources.command.planned.flags.flags.has('default-address-pool')
    ? flags.flatMap(({text, source}) =>
        pool(/\bbase=([^,]+)/.exec(text)?.[1], Number(/\bsize=(\d+)/.exec(text)?.[1]), source),
      )
    : inFile.flatMap((item) => {
        const [base, size] = [nodeAt(item, 'base')?.value, nodeAt(item, 'size')?.value]
        return pool(String(base), Number(size), {kind: 'file', path: sources.config.path, line: item.line})
      })
  return own.length > 0 ? {pools: own, isOwn: true} : {pools: builtIn, isOwn: false}
}

/** The first network of the pools that overlaps none of the given blocks, as libnetwork elects docker0's. */
export function firstFree(pools: readonly AddressPool[], taken: readonly Cidr[]): Leaf<string> {
  for (const {block, prefix, source} of pools) {
    const count = 1n << BigInt(Math.max(0, prefix - block.prefix))
    const size = (block.last - block.first + 1n) / count
    for (let index = 0n; index < count && index < 4096n; index++) {
      const first = block.first + index * size
      const network = {...block, first, last: first + size - 1n}
      if (!taken.some((other) => overlaps(network, other)))
        return at(`${formatIp(block.family, first)}/${prefix}`, source)
    }
  }
  return ''
}

function pool(base: string | undefined, prefix: number, source: Origin): readonly AddressPool[] {
  const parsed = parseCidr(base ?? '')
  if (!parsed.ok || !(prefix >= parsed.value.prefix)) return []
  return [{block: parsed.value, prefix, source}]
}

const builtIn = [
  ...['172.17.0.0/16', '172.18.0.0/16', '172.19.0.0/16', '172.20.0.0/14', '172.24.0.0/14', '172.28.0.0/14'],
  '192.168.0.0/16',
].flatMap((base) => pool(base, base.startsWith('192') ? 20 : 16, {kind: 'default', of: 'dockerd'}))
