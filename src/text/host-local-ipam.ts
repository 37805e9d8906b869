import {type Cidr, containsIp, parseCidr} from './cidr.ts'
import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'
import {formatIp, type IpAddress, parseIp} from './ip-address.ts'

/** One range of addresses that the host-local plugin hands out. */
export interface HostLocalRange {
  /** The subnet as written. */
  readonly subnet: string
  readonly line: number
  /** Undefined where the plugin refuses the range, and then `problem` says why in its words. */
  readonly block: Cidr | undefined
  /** The plugin refuses it because it holds no addresses to hand out. */
  readonly isTooSmall: boolean
  readonly problem: string
  /** How many addresses it can hand out, the gateway's left out. */
  readonly capacity: bigint
  readonly first: bigint
  readonly last: bigint
  /** What it tells pods to route by; the first address unless set. */
  readonly gateway: bigint
}

/** The range sets of an `ipam` section of type host-local; each pod gets an address of every set. */
export interface HostLocalIpam {
  readonly sets: readonly (readonly HostLocalRange[])[]
  /** What the plugin refuses about ranges in their relation to each other. */
  readonly problems: readonly {readonly message: string; readonly line: number}[]
}

/**
 * Reads `subnet` and `ranges` as the plugin does, with its checks (containernetworking/plugins, host-local/backend/allocator).
 * Subnets that another plugin replaces first, such as Calico's `usePodCidr`, are left out.
 */
export function readHostLocal(ipam: DocumentNode): HostLocalIpam {
  const own = nodeAt(ipam, 'subnet') ? [[ipam]] : []
  const listed = (itemsOf(nodeAt(ipam, 'ranges')) ?? []).map((set) => itemsOf(set) ?? [])
  const sets = [...own, ...listed].map((set) => set.flatMap(readRange))
  return {
    sets: sets.filter(({length}) => length > 0),
    problems: sets.flatMap(problemsOfSet).concat(problemsAcross(sets)),
  }
}

function readRange(node: DocumentNode): readonly HostLocalRange[] {
  const subnetNode = nodeAt(node, 'subnet')
  const subnet = typeof subnetNode?.value === 'string' ? subnetNode.value : ''
  if (!subnetNode || !mappingOf(node) || /^usePodC/i.test(subnet)) return []
  const refused = (problem: string, isTooSmall = false): readonly HostLocalRange[] => [
    {
      subnet,
      line: subnetNode.line,
      block: undefined,
      isTooSmall,
      problem,
      capacity: 0n,
      first: 0n,
      last: 0n,
      gateway: 0n,
    },
  ]
  const parsed = parseCidr(subnet)
  if (!parsed.ok) return refused(`invalid CIDR address: ${subnet}`)
  const block = parsed.value
  const isTooSmall = block.prefix > (block.family === 4 ? 30 : 126)
  if (isTooSmall) return refused(`Network ${subnet} too small to allocate from`, true)
  if (block.hasHostBits) {
    return refused(
      `Network has host bits set. For a subnet mask of length ${block.prefix} the network address is ${block.network}`,
    )
  }
  const [start, end, gateway] = ['rangeStart', 'rangeEnd', 'gateway'].map((key) => addressAt(node, key))
  const first = start?.value ?? block.first + 1n
  const last = end?.value ?? (block.family === 4 ? block.last - 1n : block.last)
  const isReversed = start !== undefined && end !== undefined && end.value < start.value
  if (start && (!containsIp(block, start) || isReversed)) {
    return refused(`RangeStart ${start.address} not in network ${block.canonical}`)
  }
  if (end && (!containsIp(block, end) || end.value < first)) {
    return refused(`RangeEnd ${end.address} not in network ${block.canonical}`)
  }
  const taken = gateway?.value ?? block.first + 1n
  const capacity = last - first + 1n - (taken >= first && taken <= last ? 1n : 0n)
  return [{subnet, line: subnetNode.line, block, isTooSmall: false, problem: '', capacity, first, last, gateway: taken}]
}

function addressAt(node: DocumentNode, key: string): IpAddress | undefined {
  const value = nodeAt(node, key)?.value
  const parsed = typeof value === 'string' ? parseIp(value) : undefined
  return parsed?.ok ? parsed.value : undefined
}

function problemsOfSet(set: readonly HostLocalRange[]): HostLocalIpam['problems'] {
  const [head] = set
  return set.flatMap((range, index) => {
    if (range.block && head?.block && range.block.family !== head.block.family) {
      return [{message: 'mixed address families', line: range.line}]
    }
    return set
      .slice(0, index)
      .filter((other) => overlap(range, other))
      .map((other) => ({message: `subnets ${shown(other)} and ${shown(range)} overlap`, line: range.line}))
  })
}

function problemsAcross(sets: readonly (readonly HostLocalRange[])[]): HostLocalIpam['problems'] {
  return sets.flatMap((set, index) =>
    sets.slice(0, index).flatMap((other, before) => {
      const clash = set.find((range) => other.some((earlier) => overlap(range, earlier)))
      return clash ? [{message: `range set ${before} overlaps with ${index}`, line: clash.line}] : []
    }),
  )
}

function overlap(a: HostLocalRange, b: HostLocalRange): boolean {
  return a.block !== undefined && a.block.family === b.block?.family && a.first <= b.last && b.first <= a.last
}

function shown({block, first, last}: HostLocalRange): string {
  return block ? `${formatIp(block.family, first)}-${formatIp(block.family, last)}` : ''
}
