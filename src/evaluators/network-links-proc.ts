import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import {containsIp} from '../text/cidr.ts'
import {parseIp} from '../text/ip-address.ts'
import type {IpLink, IpLinkAddress} from '../text/ip-json.ts'
import {parseFibTrie, parseIfInet6} from '../text/proc-addresses.ts'
import {parseProcNetRoute} from '../text/proc-net-route.ts'
import {architecture} from './architecture.ts'

/**
 * The interfaces with their addresses from /proc and /sys, for hosts whose `ip` knows no JSON (iproute2 before 4.14, as on
 * CentOS 7) or that have none. The kernel tells the interface of an IPv4 address only by its connected network, so
 * addresses without one are left out. Undefined where /proc does not tell addresses.
 */
export async function procLinks(probe: Probe): Promise<readonly IpLink[] | undefined> {
  const [trie, routes, inet6, names, arch] = await Promise.all([
    probe.readFile('/proc/net/fib_trie'),
    probe.readFile('/proc/net/route'),
    probe.readFile('/proc/net/if_inet6'),
    probe.list('/sys/class/net'),
    probe.once(architecture),
  ])
  if (trie.state !== 'read' || routes.state !== 'read') return undefined
  const locals = parseFibTrie(trie.value)
  const byDevice = new Map<string, IpLinkAddress[]>()
  const add = (device: string, address: IpLinkAddress) =>
    byDevice.set(device, [...(byDevice.get(device) ?? []), address])
  for (const {destination, gateway, device} of parseProcNetRoute(routes.value, bare(arch) !== 's390x')) {
    if (gateway !== undefined || destination.prefix === 0) continue
    for (const address of locals) {
      const ip = parseIp(address)
      if (!ip.ok || !containsIp(destination, ip.value)) continue
      add(device, {family: 4, address, prefix: destination.prefix, scope: 'global'})
    }
  }
  for (const {device, block, scope} of inet6.state === 'read' ? parseIfInet6(inet6.value) : []) {
    add(device, {family: 6, address: block.address, prefix: block.prefix, scope})
  }
  const devices = new Set([...(names.state === 'read' ? names.value : []), ...byDevice.keys()])
  return Promise.all([...devices].map((name) => describe(probe, name, byDevice.get(name) ?? [])))
}

async function describe(probe: Probe, name: string, addresses: readonly IpLinkAddress[]): Promise<IpLink> {
  const [index, mtu, state, address] = await Promise.all(
    ['ifindex', 'mtu', 'operstate', 'address'].map(async (file) => {
      const text = await probe.readFile(`/sys/class/net/${name}/${file}`)
      return text.state === 'read' ? text.value.trim() : ''
    }),
  )
  return {
    name,
    index: Number(index) || 0,
    flags: [],
    mtu: mtu ? Number(mtu) : undefined,
    operstate: (state ?? '').toUpperCase() || 'UNKNOWN',
    master: undefined,
    address: address ?? '',
    kind: undefined,
    kindData: new Map(),
    addresses,
  }
}
