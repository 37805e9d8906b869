import type {Probe} from '../facts/probe.ts'
import {bare, sourceOf, Unknown} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {clusterRangeSet, countedRanges} from './cluster-range-set.ts'
import {defaultBridge, type UserBridge, userBridges} from './dockerd-bridge.ts'
import type {DockerdSources} from './dockerd-options.ts'
import {addressPools} from './dockerd-pools.ts'
import {foreignRoutes} from './foreign-routes.ts'
import {configuredRanges, hostRanges} from './host-ranges.ts'
import {overlayOf} from './overlay.ts'
import {type NamedRange, type Pairs, pairsOf, unlessUnseen} from './range-pairs.ts'

/** Docker's networks compared with those of the cluster and of the host. */
export interface DockerRanges {
  /** The default bridge with the ranges of pods and services, unless it carries the pods itself. */
  readonly bridgeCluster: Pairs
  /** The default bridge with the host's networks, the addresses it must reach and its routes. */
  readonly bridgeHost: Pairs
  /** The default bridge with the fixed addresses in the host's configuration. */
  readonly bridgeConfigured: Pairs
  /** The bridges of users and the blocks their networks come from with cluster ranges and the host's networks. */
  readonly poolCluster: Pairs
}

/** Compares Docker's networks with what else the host and the cluster use. */
export async function dockerRanges(probe: Probe, sources: DockerdSources): Promise<DockerRanges> {
  const [bridge, bridges, set, overlay, running, configured, routes] = await Promise.all([
    defaultBridge(probe, sources),
    userBridges(probe),
    probe.once(clusterRangeSet),
    probe.once(overlayOf),
    probe.once(hostRanges),
    probe.once(configuredRanges),
    probe.once(foreignRoutes),
  ])
  const host = running instanceof Unknown ? configured.ranges : [...running, ...routes.ranges]
  const unseen = probe.mode === 'root' ? configured.gap : running instanceof Unknown ? running : routes.gap
  const cluster = countedRanges(set, 'pods', 'services')
  const podSubnets = (overlay?.subnets ?? []).map((subnet) => blockOf(bare(subnet) ?? ''))
  const networks = [bridge.network, bridge.current].filter(
    (leaf, index, all) => index === 0 || bare(leaf) !== bare(all[0] ?? ''),
  )
  const own = networks.flatMap((leaf) => named(bare(bridge.name) || 'docker0', bare(leaf) ?? '', sourceOf(leaf)))
  const carriesPods = own.some(({cidr}) => podSubnets.some((subnet) => subnet === cidr.canonical))
  const others = carriesPods ? cluster.filter(({purpose}) => purpose !== 'pods') : cluster
  const beyond = host.filter(
    ({cidr}) => cidr.first !== cidr.last || !own.some((range) => cidr.first === range.cidr.first + 1n),
  )
  return {
    bridgeCluster: bridge.network instanceof Unknown ? bridge.network : pairsOf(own, others),
    bridgeHost: bridge.network instanceof Unknown ? bridge.network : unlessUnseen(pairsOf(own, beyond), unseen),
    bridgeConfigured:
      bridge.network instanceof Unknown
        ? bridge.network
        : unlessUnseen(pairsOf(own, configured.ranges), configured.gap),
    poolCluster: poolPairs(
      sources,
      bridges,
      cluster,
      host.filter(({by}) => by === 'interface'),
    ),
  }
}

/** The pools built in are compared with the cluster alone, for Docker passes over what the routes of the host use. */
function poolPairs(
  sources: DockerdSources,
  bridges: readonly UserBridge[],
  cluster: readonly NamedRange[],
  networks: readonly NamedRange[],
): Pairs {
  const found = addressPools(sources)
  if (found instanceof Unknown) return found
  const pools = found.pools.flatMap(({block, source}) => named('address pool', block.canonical, source))
  return [
    ...pairsOf(
      bridges.flatMap(({name, network, source}) => named(name, network, source)),
      [...cluster, ...networks],
    ),
    ...pairsOf(pools, found.isOwn ? [...cluster, ...networks] : cluster),
  ]
}

function named(name: string, text: string, source: NamedRange['source']): readonly NamedRange[] {
  const parsed = parseCidr(text)
  return parsed.ok ? [{name, by: 'docker', purpose: 'docker', cidr: parsed.value, text, source}] : []
}

function blockOf(text: string): string {
  const parsed = parseCidr(text)
  return parsed.ok ? parsed.value.canonical : ''
}
