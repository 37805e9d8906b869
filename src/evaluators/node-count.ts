import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {contains} from '../text/cidr.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {clusterRangeSet, countedRanges} from './cluster-range-set.ts'
import {deviceOwner} from './device-owner.ts'
import {hostRoutes} from './host-routes.ts'
import {manifestDirectories, staticPods} from './manifest-components.ts'
import {toldStatements} from './told-statements.ts'

/** How many nodes the cluster has or is to have, and whether the user says so; undefined where nothing tells. */
export interface NodeCount {
  readonly count: Located<number>
  readonly isTold: boolean
}

/** The number the user states, else the members of etcd, or the nodes that the plugin of this one routes to, if more. */
export async function nodeCount(probe: Probe): Promise<NodeCount | undefined> {
  const [told] = await toldStatements(probe, 'nodeCount')
  if (told) return {count: at(Number(told.value), told.source), isTold: true}
  const seen = [await etcdMembers(probe), await routedNodes(probe)].filter((count) => count !== undefined)
  const most = seen.reduce<Located<number> | undefined>(
    (best, count) => (best && best.value >= count.value ? best : count),
    undefined,
  )
  return most && {count: most, isTold: false}
}

/** Every node of a control plane made by kubeadm is a member of etcd. */
async function etcdMembers(probe: Probe): Promise<Located<number> | undefined> {
  const pods = await Promise.all((await manifestDirectories(probe)).map((directory) => staticPods(probe, directory)))
  for (const {path, document} of pods.flat()) {
    const containers = itemsOf(nodeAt(document, 'spec', 'containers')) ?? []
    for (const word of containers.flatMap((container) => itemsOf(nodeAt(container, 'command')) ?? [])) {
      const members = /^--initial-cluster=(.+)$/.exec(String(word.value))?.[1]
      const source: Source = {kind: 'file', path, line: word.line}
      if (members !== undefined) return at(members.split(',').length, source)
    }
  }
  return undefined
}

/** Plugins keep a route to the range of every other node through their own interface. */
async function routedNodes(probe: Probe): Promise<Located<number> | undefined> {
  const [routes, set] = await Promise.all([probe.once(hostRoutes), probe.once(clusterRangeSet)])
  if (routes.state === 'unknown') return undefined
  const pods = countedRanges(set, 'pods')
  const others = routes.routes.filter(
    ({destination, device, gateway}) =>
      gateway !== undefined &&
      deviceOwner(device) === 'cni' &&
      destination.prefix < (destination.family === 4 ? 31 : 127) &&
      pods.some(({cidr}) => contains(cidr, destination)),
  )
  const blocks = new Set(others.map(({destination}) => destination.canonical))
  return blocks.size > 0 ? at(blocks.size + 1, routes.source) : undefined
}
