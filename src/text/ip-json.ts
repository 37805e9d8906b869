import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'
import {parseJson} from './json.ts'
import type {Parsed} from './parsed.ts'

/** A network interface as `ip -j addr` and `ip -j -d link` show it; the details only in the second, the addresses in the first. */
export interface IpLink {
  readonly name: string
  readonly index: number
  readonly flags: readonly string[]
  readonly mtu: number | undefined
  readonly operstate: string
  /** The bridge or bond the interface belongs to. */
  readonly master: string | undefined
  /** The hardware address. */
  readonly address: string
  /** `bridge`, `vxlan`, `veth`, `dummy` …; undefined for physical interfaces and without `-d`. */
  readonly kind: string | undefined
  /** Parameters of the kind, such as `id`, `port` and `local` of a vxlan. */
  readonly kindData: ReadonlyMap<string, DocumentNode>
  readonly addresses: readonly IpLinkAddress[]
}

/** An address of an interface. */
export interface IpLinkAddress {
  readonly family: 4 | 6
  readonly address: string
  readonly prefix: number
  /** `global`, `link`, `host` … */
  readonly scope: string
}

/** A route; one with several next hops has a row for each. `destination` is a block, an address, or `default`. */
export interface IpRoute {
  readonly destination: string
  readonly type: string
  readonly table: string
  readonly device: string | undefined
  readonly gateway: string | undefined
  readonly preferredSource: string | undefined
  readonly protocol: string
  readonly scope: string
  readonly metric: number | undefined
  readonly flags: readonly string[]
}

/** A routing policy rule; `from` and `to` are `all`, an address or a block. */
export interface IpRule {
  readonly priority: number
  readonly from: string
  readonly to: string
  readonly table: string | undefined
  readonly mark: string | undefined
  readonly inInterface: string | undefined
  readonly isInverted: boolean
}

/** Reads the interfaces in the answer to `ip -j addr`, `ip -j link` or `ip -j -d link`. */
export function parseIpLinks(stdout: string): Parsed<readonly IpLink[]> {
  return rows(stdout, (row) => {
    const name = text(row, 'ifname')
    if (name === undefined) return []
    return {
      name,
      index: integer(row, 'ifindex') ?? 0,
      flags: texts(row, 'flags'),
      mtu: integer(row, 'mtu'),
      operstate: text(row, 'operstate') ?? 'UNKNOWN',
      master: text(row, 'master'),
      address: text(row, 'address') ?? '',
      kind: text(row, 'linkinfo', 'info_kind'),
      kindData: mappingOf(nodeAt(row, 'linkinfo', 'info_data')) ?? new Map(),
      addresses: (itemsOf(nodeAt(row, 'addr_info')) ?? []).flatMap(linkAddress),
    }
  })
}

/** Reads the routes in the answer to `ip -j route show table all`; the main table is named although the answer leaves it out. */
export function parseIpRoutes(stdout: string): Parsed<readonly IpRoute[]> {
  return rows(stdout, (row) => {
    const destination = text(row, 'dst')
    if (destination === undefined) return []
    const route = {
      destination,
      type: text(row, 'type') ?? 'unicast',
      table: text(row, 'table') ?? 'main',
      preferredSource: text(row, 'prefsrc'),
      protocol: text(row, 'protocol') ?? 'boot',
      scope: text(row, 'scope') ?? 'global',
      metric: integer(row, 'metric'),
    }
    const hops = itemsOf(nodeAt(row, 'nexthops')) ?? []
    return (hops.length > 0 ? hops : [row]).map((hop) => ({
      ...route,
      device: text(hop, 'dev'),
      gateway: text(hop, 'gateway') ?? text(hop, 'via', 'host'),
      flags: texts(hop, 'flags'),
    }))
  })
}

/** Reads the rules in the answer to `ip -j rule`, in the order they apply. */
export function parseIpRules(stdout: string): Parsed<readonly IpRule[]> {
  return rows(stdout, (row) => {
    const priority = integer(row, 'priority')
    if (priority === undefined) return []
    return {
      priority,
      from: blockOf(row, 'src', 'srclen'),
      to: blockOf(row, 'dst', 'dstlen'),
      table: text(row, 'table'),
      mark: text(row, 'fwmark'),
      inInterface: text(row, 'iif'),
      isInverted: nodeAt(row, 'not') !== undefined,
    }
  })
}

/** No output at all means no rows; rows of another shape, such as the `{}` some releases print, are left out. */
function rows<T>(stdout: string, read: (row: DocumentNode) => T | readonly T[]): Parsed<readonly T[]> {
  if (stdout.trim() === '') return {ok: true, value: []}
  const parsed = parseJson(stdout)
  if (!parsed.ok) return parsed
  const items = itemsOf(parsed.value)
  if (!items) return {ok: false, problem: {message: 'no list of rows', line: 1, column: 1}}
  return {ok: true, value: items.flatMap(read)}
}

function linkAddress(row: DocumentNode): readonly IpLinkAddress[] {
  const [address, prefix] = [text(row, 'local'), integer(row, 'prefixlen')]
  if (address === undefined || prefix === undefined) return []
  return [{family: text(row, 'family') === 'inet6' ? 6 : 4, address, prefix, scope: text(row, 'scope') ?? 'global'}]
}

function blockOf(row: DocumentNode, address: string, length: string): string {
  const prefix = integer(row, length)
  return (text(row, address) ?? 'all') + (prefix === undefined ? '' : `/${prefix}`)
}

/** Names that have no entry in iproute2's tables, such as a numbered table, may be printed as numbers. */
function text(row: DocumentNode, ...path: readonly string[]): string | undefined {
  const value = nodeAt(row, ...path)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function texts(row: DocumentNode, key: string): readonly string[] {
  return (itemsOf(nodeAt(row, key)) ?? []).flatMap(({value}) => (typeof value === 'string' ? [value] : []))
}

function integer(row: DocumentNode, key: string): number | undefined {
  const value = nodeAt(row, key)?.value
  return typeof value === 'number' ? value : undefined
}
