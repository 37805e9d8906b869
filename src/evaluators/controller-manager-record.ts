import type {Probe} from '../facts/probe.ts'
import {absent, at} from '../facts/value.ts'
import {controllerManager} from './controller-manager.ts'
import {componentGap} from './declaration-gap.ts'
import {nodeMasks} from './node-masks.ts'

/** The controller manager as a record of a fact; flags that are not given are empty, with the place that lacks them. */
export async function controllerManagerRecord(probe: Probe) {
  const manager = await probe.once(controllerManager)
  if (!manager) return (await probe.once(componentGap)) ?? absent('no kube-controller-manager is known on this host')
  const {source, allocatesNodeRanges, usesCloudAllocator} = manager
  return {
    allocatesNodeRanges,
    clusterCidr: manager.clusterCidr ?? at('', source),
    serviceRange: manager.serviceRange ?? at('', source),
    nodeMask: manager.nodeMask ?? at('', source),
    nodeMaskIpv4: manager.nodeMaskIpv4 ?? at('', source),
    nodeMaskIpv6: manager.nodeMaskIpv6 ?? at('', source),
    usesCloudAllocator,
    masks: nodeMasks(manager).map(({cluster: {canonical, prefix}, clusterCidr, mask, flag, nodes}) => ({
      name: `${canonical} by ${flag}`,
      clusterCidr,
      prefix,
      mask,
      flag,
      nodes,
    })),
  }
}
