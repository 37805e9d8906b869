import type {Probe} from '../facts/probe.ts'
import {bare, type Unknown, unknown} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {nodeAt} from '../text/document.ts'
import {deviceOwner} from './device-owner.ts'
import {hostAddresses} from './host-networks.ts'
import {type HostRoute, hostRoutes} from './host-routes.ts'
import type {Overlay} from './overlay.ts'
import type {NamedRange, RangePair} from './range-pairs.ts'

/** Routes of the host; `gap` says why there may be more. */
interface ForeignRoutes {
  readonly ranges: readonly NamedRange[]
  readonly gap: Unknown | undefined
}

/**
 * The routes of the host that compete with cluster ranges: of all tables, without defaults, local ones and those of
 * plugins. OpenShift's SDN has its routes on tun0 beside its Open vSwitch tunnel.
 */
export async function foreignRoutes(probe: Probe): Promise<ForeignRoutes> {
  const [routes, addresses] = await Promise.all([probe.once(hostRoutes), probe.once(hostAddresses)])
  if (routes.state === 'unknown') return {ranges: [], gap: unknown(routes.reason, routes.source)}
  const networks = addresses.state === 'read' ? addresses.addresses.filter(({owner}) => owner === 'host') : []
  const hasSdn = addresses.state === 'read' && addresses.devices.includes('vxlan_sys_4789')
  const isOfSdn = ({device}: HostRoute) => hasSdn && /^tun\d+$/.test(device)
  const isOwnNetwork = ({destination, gateway}: HostRoute) =>
    gateway === undefined && networks.some(({block}) => block.canonical === destination.canonical)
  return {
    ranges: routes.routes.filter((route) => isForeign(route) && !isOwnNetwork(route) && !isOfSdn(route)).map(toRange),
    gap: routes.gap && unknown(routes.gap.reason, routes.gap.source),
  }
}

/** Every route of the main table but those of one device, which is how Weave looks for competing routes (net/route.go). */
export async function mainRoutesBut(probe: Probe, device: string): Promise<readonly NamedRange[] | Unknown> {
  const routes = await probe.once(hostRoutes)
  if (routes.state === 'unknown') return unknown(routes.reason, routes.source)
  return routes.routes
    .filter((route) => route.table === 'main' && route.device !== device && route.destination.prefix > 0)
    .map(toRange)
}

/**
 * Whether a route is one that plugins add for the cluster: towards the pods of other nodes through the host's own interfaces
 * where they route instead of tunnelling, the blackhole that Calico keeps for each block of its own and flannel for its
 * lease, or the whole range through the device of OpenShift's SDN.
 */
export function isRouteToPods(
  {first, second, contains, isContained}: RangePair,
  overlay: Overlay | undefined,
): boolean {
  const plugin = overlay?.plugin.value
  const mayBeSdn = plugin === undefined || plugin === 'other'
  if (mayBeSdn && contains && isContained && /^tun\d+$/.test(second.by)) return true
  if (!overlay || first.purpose !== 'pods' || !contains) return false
  if (plugin === 'canal' && second.by === 'blackhole') return true
  if (plugin !== 'flannel' && plugin !== 'canal') return plugin !== 'weave'
  return bare(overlay.backend) === 'host-gw' || isOwnLease(second, overlay) || mayRouteDirectly(second, overlay)
}

/**
 * Whether flannel may route to a node of its own link instead of tunnelling: with DirectRouting, or where nothing here tells
 * its back end. Such a route is as long as this node's own lease.
 */
function mayRouteDirectly({cidr}: NamedRange, {flannel, subnets}: Overlay): boolean {
  const isDirect = nodeAt(flannel?.netConf?.document, 'Backend', 'DirectRouting')?.value === true
  if (!isDirect && flannel?.namedBackend !== undefined) return false
  const leased = subnets.map(({value}) => parseCidr(value))
  return leased.some((block) => block.ok && block.value.prefix === cidr.prefix)
}

function isOwnLease({by, cidr}: NamedRange, {subnets}: Overlay): boolean {
  const leased = subnets.map(({value}) => parseCidr(value))
  return by === 'blackhole' && leased.some((block) => block.ok && block.value.canonical === cidr.canonical)
}

/** Routes with a link-local gateway are ways plugins build for services; a route of half the space is a default route. */
function isForeign({destination, type, table, device, gateway}: HostRoute): boolean {
  if (table === 'local' || /^(local|broadcast|multicast|anycast)$/.test(type) || destination.prefix < 2) return false
  if (gateway?.startsWith('169.254.') || /^(fe80|ff|169\.254\.)/.test(destination.network)) return false
  return device === '' || ['host', 'container', 'tunnel'].includes(deviceOwner(device))
}

function toRange({destination, type, device, gateway, table, source}: HostRoute): NamedRange {
  const via = gateway === undefined ? '' : ` via ${gateway}`
  const place = device === '' ? type : `dev ${device}`
  const name = `the route ${destination.canonical}${via} ${place}${table === 'main' ? '' : ` table ${table}`}`
  const by = type === 'unicast' ? device : type
  return {name, by, purpose: 'route', cidr: destination, text: destination.canonical, source}
}
