import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {hostRoutes} from './host-routes.ts'
import {linkNamed, networkLinks} from './network-links.ts'

/** The MTU of the interface that the IPv4 default route leaves by; 0 where there is no such route. */
export async function uplinkMtu(probe: Probe): Promise<Leaf<number>> {
  const routes = await probe.once(hostRoutes)
  if (routes.state === 'unknown') return unknown(routes.reason, routes.source)
  const uplink = routes.routes.find(
    ({destination, table, type}) =>
      destination.family === 4 && destination.prefix === 0 && table === 'main' && type === 'unicast',
  )
  if (!uplink) return 0
  const path = `/sys/class/net/${uplink.device}/mtu`
  const text = await probe.readFile(path)
  if (text.state === 'read' && Number(text.value) > 0) return at(Number(text.value), text.source)
  const links = await probe.once(networkLinks)
  const mtu = linkNamed(links, uplink.device)?.mtu
  return mtu === undefined ? unknown(`the MTU of ${uplink.device} is not known`, links.source) : at(mtu, links.source)
}
