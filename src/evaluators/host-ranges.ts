import type {Probe} from '../facts/probe.ts'
import {bare, type Leaf, type Unknown, unknown} from '../facts/value.ts'
import {containsIp, parseCidr} from '../text/cidr.ts'
import {nodeAt} from '../text/document.ts'
import {addressBits, parseIp} from '../text/ip-address.ts'
import {configuredAddresses} from './configured-addresses.ts'
import {deviceOwner} from './device-owner.ts'
import {hostEndpoints} from './host-endpoints.ts'
import {hostAddresses} from './host-networks.ts'
import {kubeletConfig} from './kubelet-config.ts'
import {stringsLeaf} from './kubelet-leaf.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'
import type {NamedRange} from './range-pairs.ts'
import {toldStatements} from './told-statements.ts'

/**
 * The networks of the host's own interfaces, and the addresses outside of them that it must reach: gateways, API server,
 * name servers, time servers. Interfaces that plugins, Docker and kube-proxy make are left out.
 */
export async function hostRanges(probe: Probe): Promise<readonly NamedRange[] | Unknown> {
  const all = await probe.once(hostAddresses)
  if (all.state === 'unknown') return unknown(all.reason, all.source)
  const bridges = await configuredBridges(probe)
  const networks = all.addresses
    .filter((address) => address.owner === 'host' && !bridges.has(address.interface))
    .map(({interface: name, block, source}) =>
      node(name, 'interface', block.canonical, `${block.address}/${block.prefix}`, source),
    )
  const endpoints = await endpointRanges(probe)
  const beyond = endpoints.filter(({cidr}) => !networks.some((network) => isWithin(network, cidr.address)))
  return [...networks.flat(), ...(await statedNetworks(probe)), ...beyond]
}

/** Networks of the host's configuration; `gap` says why there may be more. */
interface ConfiguredRanges {
  readonly ranges: readonly NamedRange[]
  readonly gap: Unknown | undefined
}

/** The networks of the fixed addresses in the host's configuration and those the user states, for a host that does not run. */
export async function configuredRanges(probe: Probe): Promise<ConfiguredRanges> {
  const [{addresses, gap}, stated] = await Promise.all([probe.once(configuredAddresses), statedNetworks(probe)])
  const own = addresses.filter((address) => deviceOwner(address.interface) === 'host')
  const fixed = own.flatMap(({interface: name, block, source}) =>
    node(name || 'an interface', 'interface', block.canonical, `${block.address}/${block.prefix}`, source),
  )
  return {ranges: [...fixed, ...stated], gap: gap && unknown(gap.reason, gap.source)}
}

/** The networks of nodes that the user states. */
async function statedNetworks(probe: Probe): Promise<readonly NamedRange[]> {
  const [told] = await toldStatements(probe, 'nodeCidr')
  const blocks = told?.value.split(/[\s,]+/).filter((block) => block !== '') ?? []
  return blocks.flatMap((block) => node("the nodes' network", 'user', block, block, told?.source))
}

function node(
  name: string,
  by: string,
  cidr: string,
  text: string,
  source: NamedRange['source'],
): readonly NamedRange[] {
  const parsed = parseCidr(cidr)
  return parsed.ok ? [{name, by, purpose: 'node', cidr: parsed.value, text, source}] : []
}

/** A name server that is the cluster's own DNS service lies in the service range rightly. */
async function endpointRanges(probe: Probe): Promise<readonly NamedRange[]> {
  const [endpoints, config] = await Promise.all([probe.once(hostEndpoints), probe.once(kubeletConfig)])
  const dns: Leaf<readonly string[]> = stringsLeaf(config, 'clusterDNS')
  const own = bare(dns) ?? []
  return endpoints
    .filter(({role, address}) => role !== 'name server' || !own.includes(address))
    .flatMap(({role, address, source}) => {
      const ip = parseIp(address)
      const bits = ip.ok ? addressBits[ip.value.family] : 32
      return node(`the ${role}`, role, `${address}/${bits}`, address, source)
    })
}

function isWithin(networks: readonly NamedRange[], address: string): boolean {
  const ip = parseIp(address)
  return ip.ok && networks.some(({cidr}) => containsIp(cidr, ip.value))
}

/** The bridges that the network configuration names for pods. */
async function configuredBridges(probe: Probe): Promise<ReadonlySet<string>> {
  const config = await probe.once(overlayCniConfig)
  const names = (config?.plugins ?? []).flatMap((plugin) => [
    nodeAt(plugin, 'bridge')?.value,
    nodeAt(plugin, 'delegate', 'bridge')?.value,
  ])
  return new Set(names.filter((name): name is string => typeof name === 'string'))
}
