import {Unknown} from '../facts/value.ts'
import type {Overlay} from './overlay.ts'
import {type NamedRange, type Pairs, pairsOf, type RangePair} from './range-pairs.ts'

/** Comparisons that only hosts of one network plugin have; none for others. */
export interface PluginPairs {
  readonly weaveRoute: Pairs
  readonly weaveCluster: Pairs
  readonly flannelCluster: Pairs
  readonly calicoPool: Pairs
  readonly ciliumNetwork: Pairs
}

interface Compared {
  readonly overlay: Overlay | undefined
  /** The plugin's own ranges. */
  readonly own: readonly NamedRange[]
  readonly pods: readonly NamedRange[]
  readonly networks: readonly NamedRange[] | Unknown
  readonly mainRoutes: readonly NamedRange[] | Unknown
  /** The networks of this node's bridges for pods. */
  readonly bridges: readonly NamedRange[]
}

/** Compares the range of the network plugin with what it must not meet, or must hold; `gap` says why there may be more ranges. */
export function pluginPairs(compared: Compared, gap: Unknown | undefined): PluginPairs {
  const {overlay, own, pods, networks, mainRoutes, bridges} = compared
  const plugin = overlay?.plugin.value
  const isFlannel = plugin === 'flannel' || plugin === 'canal'
  const only = (wanted: boolean, pairs: () => Pairs): Pairs =>
    wanted || plugin === undefined ? (gap ?? (wanted ? pairs() : [])) : []
  return {
    weaveRoute: only(plugin === 'weave', () => over(mainRoutes, (known) => pairsOf(own, known))),
    weaveCluster: only(plugin === 'weave' && overlay?.basis !== 'assumed', () => pairsOf(own, stated(pods))),
    flannelCluster: only(isFlannel, () => flannelPairs(stated(pods), bridges, own, overlay)),
    calicoPool: only(plugin === 'calico', () =>
      pairsOf(
        own,
        pods.filter(({by}) => isClusterCidr(by)),
      ),
    ),
    ciliumNetwork: only(plugin === 'cilium', () =>
      over(networks, (known) =>
        pairsOf(
          own,
          known.filter(({by}) => by === 'interface'),
        ),
      ),
    ),
  }
}

function over(known: readonly NamedRange[] | Unknown, compare: (known: readonly NamedRange[]) => Pairs): Pairs {
  return known instanceof Unknown ? known : compare(known)
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
