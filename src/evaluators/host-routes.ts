import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {type IpRoute, parseIpRoutes} from '../text/ip-json.ts'
import {otherTables, type ProcRoute, parseProcNetIpv6Route, parseProcNetRoute} from '../text/proc-net-route.ts'
import {architecture} from './architecture.ts'

/** A route of the machine; one with several next hops has an entry for each. `device` is empty for blackholes. */
export interface HostRoute {
  readonly destination: Cidr
  /** `unicast`, `blackhole`, `unreachable`, `local` … */
  readonly type: string
  readonly table: string
  readonly device: string
  readonly gateway: string | undefined
  /** Who added it, as in `kernel`, `static`, `bird` or a number. */
  readonly protocol: string
  readonly source: Origin
}

/**
 * The routes of all tables, or why they could not be listed. Where only /proc could be read, `gap` says that there are IPv4
 * tables besides the main one, which it does not show.
 */
export type HostRoutes =
  | {
      readonly state: 'read'
      readonly routes: readonly HostRoute[]
      readonly source: Origin
      readonly gap?: {readonly reason: string; readonly source: Origin}
    }
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Lists the routes of the running machine: `probe.once(hostRoutes)`. */
export async function hostRoutes(probe: Probe): Promise<HostRoutes> {
  const argv = ['ip', '-j', 'route', 'show', 'table', 'all']
  const source: Origin = {kind: 'command', argv}
  if (probe.mode === 'root') return {state: 'unknown', reason: 'a mounted root file system has no routes', source}
  const answer = await probe.run(argv)
  if (answer.state === 'read' && answer.value.exitCode === 0) {
    const parsed = parseIpRoutes(answer.value.stdout)
    if (parsed.ok) return {state: 'read', routes: parsed.value.flatMap((route) => toHostRoute(route, source)), source}
  }
  return (
    (await procRoutes(probe, source)) ?? {
      state: 'unknown',
      reason: 'neither ip nor /proc/net/route lists routes',
      source,
    }
  )
}

function toHostRoute(route: IpRoute, source: Origin): readonly HostRoute[] {
  const {type, table, device = '', gateway, protocol} = route
  const destination = parseCidr(blockOf(route))
  return destination.ok ? [{destination: destination.value, type, table, device, gateway, protocol, source}] : []
}

/** A default route says of which family it is only by its gateway or source; IPv4 where neither is given. */
function blockOf({destination, gateway, preferredSource}: IpRoute): string {
  if (destination.includes('/')) return destination
  if (destination === 'default') return `${gateway ?? preferredSource ?? ''}`.includes(':') ? '::/0' : '0.0.0.0/0'
  return `${destination}/${destination.includes(':') ? 128 : 32}`
}

async function procRoutes(probe: Probe, source: Origin): Promise<HostRoutes | undefined> {
  const paths = ['/proc/net/route', '/proc/net/ipv6_route'] as const
  const [four, six] = await Promise.all(paths.map((path) => probe.readFile(path)))
  if (four?.state !== 'read') return undefined
  const isLittleEndian = bare(await probe.once(architecture)) !== 's390x'
  const rows: readonly (readonly [path: string, routes: readonly ProcRoute[]])[] = [
    [paths[0], parseProcNetRoute(four.value, isLittleEndian)],
    [paths[1], six?.state === 'read' ? parseProcNetIpv6Route(six.value) : []],
  ]
  const routes = rows.flatMap(([path, list]) =>
    list.map((route) => fromProc(route, {kind: 'file', path, line: route.line})),
  )
  const reason = await tablesUnseen(probe)
  const all = {state: 'read', routes, source: {kind: 'file', path: paths[0]}} as const
  return reason === undefined ? all : {...all, gap: {reason, source}}
}

/** Why there may be routes that /proc/net/route does not show. */
async function tablesUnseen(probe: Probe): Promise<string | undefined> {
  const trie = await probe.readFile('/proc/net/fib_trie')
  if (trie.state === 'unreadable') return 'without ip only the routes of the main table are known'
  const [table] = trie.state === 'read' ? otherTables(trie.value) : []
  return table === undefined ? undefined : `only ip lists the routes of table ${table}`
}

/** /proc does not tell tables and protocols: an IPv6 route of lo or of a whole address is one of the local table. */
function fromProc({destination, gateway, device, isReject}: ProcRoute, source: Origin): HostRoute {
  const isLocal = device === 'lo' || (destination.family === 6 && destination.prefix === 128 && gateway === undefined)
  return {
    destination,
    type: isReject ? 'unreachable' : isLocal ? 'local' : 'unicast',
    table: isLocal ? 'local' : 'main',
    device: device === '*' ? '' : device,
    gateway,
    protocol: gateway === undefined ? 'kernel' : 'boot',
    source,
  }
}
