import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {type ClusterRangeSet, clusterRangeSet, countedRanges} from './cluster-range-set.ts'
import {type DockerRanges, dockerRanges} from './docker-ranges.ts'
import {foreignRoutes, isRouteToPods, mainRoutesBut} from './foreign-routes.ts'
import {configuredRanges, hostRanges} from './host-ranges.ts'
import {loadBalancerPools} from './load-balancer-pools.ts'
import {podBridgeRanges} from './node-ranges.ts'
import {type Overlay, overlayOf} from './overlay.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'
import {namedRanges} from './range-declaration.ts'
import {type NamedRange, pairsOf, pairsWithin, type RangePair, unlessUnseen} from './range-pairs.ts'

/** Pairs of ranges, or why one side of them could not be known. */
export type Pairs = readonly RangePair[] | Unknown

/** Every comparison of ranges that rules ask for, by what is compared. */
export interface ClusterPairs {
  readonly podService: Pairs
  /** With the running host; empty where its addresses could not be listed. */
  readonly nodeNetwork: readonly RangePair[]
  /** With the fixed addresses in the host's configuration. */
  readonly configuredNetwork: readonly RangePair[]
  readonly route: Pairs
  readonly samePool: Pairs
  readonly loadBalancer: Pairs
  readonly weaveRoute: Pairs
  readonly weaveCluster: Pairs
  readonly flannelCluster: Pairs
  readonly calicoPool: Pairs
  readonly ciliumNetwork: Pairs
}

/** Compares the ranges of this host with each other. */
export async function clusterPairs(probe: Probe): Promise<ClusterPairs> {
  const [set, overlay, networks, routes, configured, pools, mainRoutes, isNative, bridges, docker] = await Promise.all([
    probe.once(clusterRangeSet),
    probe.once(overlayOf),
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
    podService: pairsOf(plugin === 'weave' ? [...pods, ...ownRange] : pods, services),
    nodeNetwork:
      networks instanceof Unknown ? [] : pairsOf(apart, networks).filter((pair) => !isApiServerService(pair)),
    configuredNetwork: pairsOf(apart, configured),
    route: unlessUnseen(
      pairsOf(routed, routes.ranges).filter((pair) => !isRouteToPods(pair, overlay)),
      routes.gap,
    ),
    samePool: samePools(set, docker),
    loadBalancer: pairsOf(cluster, pools),
    weaveRoute: plugin === 'weave' ? over(mainRoutes, (known) => pairsOf(ownRange, known)) : [],
    weaveCluster: plugin === 'weave' && overlay?.basis !== 'assumed' ? pairsOf(ownRange, stated(pods)) : [],
    flannelCluster:
      plugin === 'flannel' || plugin === 'canal' ? flannelPairs(stated(pods), bridges, ownRange, overlay) : [],
    calicoPool:
      plugin === 'calico'
        ? pairsOf(
            ownRange,
            pods.filter(({by}) => isClusterCidr(by)),
          )
        : [],
    ciliumNetwork:
      plugin === 'cilium'
        ? over(networks, (known) =>
            pairsOf(
              ownRange,
              known.filter(({by}) => by === 'interface'),
            ),
          )
        : [],
  }
}

function over(known: readonly NamedRange[] | Unknown, compare: (known: readonly NamedRange[]) => Pairs): Pairs {
  return known instanceof Unknown ? known : compare(known)
}

/** Weave's range is compared with routes in its own way. */
function isAmong({cidr}: NamedRange, ranges: readonly NamedRange[]): boolean {
  return ranges.some((range) => range.cidr.canonical === cidr.canonical)
}

/** What is said of the pod range by others than the network plugin. */
function stated(pods: readonly NamedRange[]): readonly NamedRange[] {
  return pods.filter(({by}) => by === 'user' || by === 'kubeadm' || by === 'k0s' || isClusterCidr(by))
}

/**
 * What must lie in flannel's network: the range nodes get theirs from, and the network of this node's bridge. Where flannel's
 * network is only assumed, the user's word for the pod range is taken for it.
 */
function flannelPairs(
  pods: readonly NamedRange[],
  bridges: readonly NamedRange[],
  own: readonly NamedRange[],
  overlay: Overlay | undefined,
): readonly RangePair[] {
  const isAssumed = overlay?.basis === 'assumed'
  const inside = isAssumed ? (pods.some(({by}) => by === 'user') ? [] : pods) : [...pods, ...bridges]
  return pairsOf(inside, own)
}

const isClusterCidr = (by: string) => ['kube-controller-manager', 'kube-proxy', 'k3s', 'rke2'].includes(by)

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
