import {at, type Leaf} from '../facts/value.ts'
import {type Cidr, parseCidrList, subnetCapacity} from '../text/cidr.ts'
import type {ControllerManager} from './controller-manager.ts'

/** How the controller manager cuts one block of the cluster range into ranges of nodes. */
export interface NodeMask {
  readonly cluster: Cidr
  readonly clusterCidr: Leaf<string>
  /** The prefix length of a node's range. */
  readonly mask: Leaf<number>
  /** The flag that decides, given or not. */
  readonly flag: string
  /** How many nodes get a range. */
  readonly nodes: number
}

/** The mask of each family of the cluster range: by default 24 bits for IPv4 and 64 for IPv6 (nodeipam options). */
export function nodeMasks(manager: ControllerManager): readonly NodeMask[] {
  const {clusterCidr} = manager
  const parsed = clusterCidr && parseCidrList(clusterCidr.value)
  if (!clusterCidr || !parsed?.ok) return []
  return parsed.value.map((cluster) => {
    const specific = cluster.family === 4 ? manager.nodeMaskIpv4 : manager.nodeMaskIpv6
    const generic = parsed.value.length > 1 ? undefined : manager.nodeMask
    const given = specific ?? generic
    const flag = `--node-cidr-mask-size${generic ? '' : `-ipv${cluster.family}`}`
    const fallback = at(cluster.family === 4 ? 24 : 64, {kind: 'default' as const, of: 'kube-controller-manager'})
    const mask = given && /^\d{1,3}$/.test(given.value) ? at(Number(given.value), given.source) : fallback
    const capacity = subnetCapacity(cluster, mask.value)
    const nodes = Number(capacity > 1_000_000n ? 1_000_000n : capacity)
    return {cluster, clusterCidr: at(cluster.canonical, clusterCidr.source), mask, flag, nodes}
  })
}
