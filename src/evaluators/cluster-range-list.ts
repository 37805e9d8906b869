import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {declaredItem, foundItem} from './cluster-items.ts'
import {clusterRangeSet} from './cluster-range-set.ts'
import {dockerRanges} from './docker-ranges.ts'
import {foreignRoutes} from './foreign-routes.ts'
import {hostRanges} from './host-ranges.ts'
import {loadBalancerPools} from './load-balancer-pools.ts'
import {type HostLocalSection, hostLocalSections, nodeRanges} from './node-ranges.ts'
import {blocksOf, type DeclaredBlock} from './range-declaration.ts'

/** Every range of the host in one list: what is declared, what the host itself has, and what competes with it. */
export async function clusterRangeList(probe: Probe) {
  const [{declarations, gap}, networks, routes, pools, own, docker, sections] = await Promise.all([
    probe.once(clusterRangeSet),
    probe.once(hostRanges),
    probe.once(foreignRoutes),
    probe.once(loadBalancerPools),
    probe.once(nodeRanges),
    probe.once(dockerRanges),
    probe.once(hostLocalSections),
  ])
  if (gap) return gap
  const known = [...(networks instanceof Unknown ? [] : networks), ...routes.ranges]
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
    ...sections.flatMap(unreadableBlocks).map(declaredItem),
    ...[...ofNode, ...known, ...docker.bridges, ...docker.pools, ...pools].map(foundItem),
  ]
}

/** Subnets of host-local that are no address ranges at all; the others are among the ranges of the node. */
function unreadableBlocks({sets, path, plugin}: HostLocalSection): readonly DeclaredBlock[] {
  return sets.flat().flatMap(({subnet, line}) => {
    const name = `host-local of ${plugin}`
    const place = {by: plugin, name, source: {kind: 'file', path, line} as const}
    return blocksOf({purpose: 'node pods', ...place, text: subnet, isInForce: true, basis: 'set'}).filter(
      ({cidr}) => cidr === undefined,
    )
  })
}
