import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {declaredItem, foundItem} from './cluster-items.ts'
import {clusterRangeSet} from './cluster-range-set.ts'
import {dockerRanges} from './docker-ranges.ts'
import {foreignRoutes} from './foreign-routes.ts'
import {hostRanges} from './host-ranges.ts'
import {loadBalancerPools} from './load-balancer-pools.ts'
import {nodeRanges} from './node-ranges.ts'
import {blocksOf} from './range-declaration.ts'

/** Every range of the host in one list: what is declared, what the host itself has, and what competes with it. */
export async function clusterRangeList(probe: Probe) {
  const [{declarations}, networks, routes, pools, own, docker] = await Promise.all([
    probe.once(clusterRangeSet),
    probe.once(hostRanges),
    probe.once(foreignRoutes),
    probe.once(loadBalancerPools),
    probe.once(nodeRanges),
    probe.once(dockerRanges),
  ])
  const known = [networks, routes].flatMap((ranges) => (ranges instanceof Unknown ? [] : ranges))
  const ofNode = own.map(({name, by, cidr, source}) => ({
    name,
    by,
    purpose: 'node pods',
    cidr,
    text: cidr.canonical,
    source,
  }))
  return [
    ...declarations.flatMap(blocksOf).map(declaredItem),
    ...[...ofNode, ...known, ...docker.bridges, ...docker.pools, ...pools].map(foundItem),
  ]
}
