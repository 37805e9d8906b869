import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {type ClusterRangeSet, clusterRangeSet, countedRanges} from './cluster-range-set.ts'
import {type DockerRanges, dockerRanges} from './docker-ranges.ts'
import {foreignRoutes, isRouteToPods, mainRoutesBut} from './foreign-routes.ts'
import {configuredRanges, hostRanges} from './host-ranges.ts'
import {loadBalancerPools} from './load-balancer-pools.ts'
import {podBridgeRanges} from './node-ranges.ts'
import {overlayGap, overlayOf} from './overlay.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'
import {type PluginPairs, pluginPairs} from './plugin-pairs.ts'
import {namedRanges} from './range-declaration.ts'
import {type NamedRange, type Pairs, pairsOf, pairsWithin, type RangePair, unlessUnseen} from './range-pairs.ts'

/** Every comparison of ranges that rules ask for, by what is compared. */
export interface ClusterPairs extends PluginPairs {
  readonly podService: Pairs
  /** With the running host; empty where its addresses could not be listed. */
  readonly nodeNetwork: Pairs
  /** With the fixed addresses in the host's configuration. */
  readonly configuredNetwork: Pairs
  readonly route: Pairs
  readonly samePool: Pairs
  readonly loadBalancer: Pairs
}

/** Compares the ranges of this host with each other. */
export async function clusterPairs(probe: Probe): Promise<ClusterPairs> {
  const [set, overlay, hidden, networks, routes, configured, pools, mainRoutes, isNative, bridges, docker] =
    await Promise.all([
      probe.once(clusterRangeSet),
      probe.once(overlayOf),
      probe.once(overlayGap),
      probe.once(hostRanges),
      probe.once(foreignRoutes),
      probe.once(configuredRanges),
      probe.once(loadBalancerPools),
      probe.once(mainRoutesBut, 'weave'),
      podsLiveInHostNetwork(probe),
      probe.once(podBridgeRanges),
      probe.once(dockerRanges),
    ])
  const [pods, services] = [countedRanges(set, 'pods'), countedRanges(set, 'services')]
  const plugin = overlay?.plugin.value
  const ownRange = namedRanges(set.declarations.filter(({by}) => by === plugin))
  const cluster = [...pods, ...services]
  const apart = isNative ? services : cluster.filter(({by}) => by !== 'cilium')
  const routed = plugin === 'weave' ? cluster.filter((range) => !isAmong(range, ownRange)) : cluster
  return {
    podService: unlessUnseen(pairsOf(plugin === 'weave' ? [...pods, ...ownRange] : pods, services), set.gap),
    nodeNetwork:
      networks instanceof Unknown
        ? []
        : (hidden ??
          unlessUnseen(
            pairsOf(apart, networks).filter((pair) => !isApiServerService(pair)),
            set.gap,
          )),
    configuredNetwork: hidden ?? unlessUnseen(pairsOf(apart, configured.ranges), set.gap ?? configured.gap),
    route:
      hidden ??
      unlessUnseen(
        pairsOf(routed, routes.ranges).filter((pair) => !isRouteToPods(pair, overlay)),
        set.gap ?? routes.gap,
      ),
    samePool: unlessUnseen(samePools(set, docker), set.gap),
    loadBalancer: unlessUnseen(pairsOf(cluster, pools), set.gap),
    ...pluginPairs({overlay, own: ownRange, pods, networks, mainRoutes, bridges}, set.gap),
  }
}

/** Weave's range is compared with routes in its own way. */
function isAmong({cidr}: NamedRange, ranges: readonly NamedRange[]): boolean {
  return ranges.some((range) => range.cidr.canonical === cidr.canonical)
}

/** The API server may be reached by its own service, the first address of the service range. */
function isApiServerService({first, second}: RangePair): boolean {
  return second.by === 'API server' && first.purpose === 'services' && second.cidr.first === first.cidr.first + 1n
}

/** Blocks of one list must not overlap, nor may the two ranges that k3s or RKE2 is given; the same block twice is no harm. */
function samePools({counting}: ClusterRangeSet, docker: DockerRanges): readonly RangePair[] {
  const rancher = counting.filter(({by}) => by === 'k3s' || by === 'rke2')
  const [pods, services] = (['pods', 'services'] as const).map((wanted) =>
    namedRanges(rancher.filter(({purpose}) => purpose === wanted)),
  )
  const within = counting.flatMap((declaration) => pairsWithin(namedRanges([declaration])))
  const distinct = within.filter(({first, second}) => first.cidr.canonical !== second.cidr.canonical)
  const ofDocker = pairsWithin([...docker.fixedBridge, ...docker.pools])
  return [...distinct, ...pairsOf(pods ?? [], services ?? []), ...ofDocker]
}

/** On clouds whose plugin gives pods addresses of the host's own network, that network is the pod range rightly. */
async function podsLiveInHostNetwork(probe: Probe): Promise<boolean> {
  const [overlay, config] = await Promise.all([probe.once(overlayOf), probe.once(overlayCniConfig)])
  return (
    overlay?.plugin.value === 'aws-vpc-cni' ||
    (config?.types ?? []).some((type) => /^(azure-vnet|gke|alicloud|terway|tke-)/.test(type))
  )
}
