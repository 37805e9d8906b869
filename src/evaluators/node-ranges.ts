import type {Probe} from '../facts/probe.ts'
import {bare, type Located, sourceOf, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {nodeAt} from '../text/document.ts'
import {type HostLocalIpam, readHostLocal} from '../text/host-local-ipam.ts'
import {controllerManager} from './controller-manager.ts'
import {hostAddresses} from './host-networks.ts'
import {kubeletConfig, kubeletFlag, kubeletSetting} from './kubelet-config.ts'
import {nodeMasks} from './node-masks.ts'
import {type Overlay, overlayOf} from './overlay.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'
import type {NamedRange} from './range-pairs.ts'

/**
 * A range of which this node alone hands out addresses to its pods. `capacity` leaves out the gateway. One that is only
 * planned tells how large the node's own will be, not which.
 */
export interface NodeRange {
  readonly isPlanned?: true
  readonly by: string
  readonly name: string
  readonly cidr: Cidr
  readonly capacity: bigint
  readonly source: Source
}

/** A host-local section of the network configuration in force and the plugin that uses it. */
export interface HostLocalSection extends HostLocalIpam {
  readonly plugin: string
  readonly path: string
}

/** The host-local sections of the plugins of the network configuration that the runtime loads. */
export async function hostLocalSections(probe: Probe): Promise<readonly HostLocalSection[]> {
  const config = await probe.once(overlayCniConfig)
  if (!config) return []
  return config.plugins.flatMap((plugin) =>
    [nodeAt(plugin, 'ipam'), nodeAt(plugin, 'delegate', 'ipam')].flatMap((ipam) =>
      ipam && nodeAt(ipam, 'type')?.value === 'host-local'
        ? [{...readHostLocal(ipam), plugin: String(nodeAt(plugin, 'type')?.value), path: config.path}]
        : [],
    ),
  )
}

/**
 * The ranges this node hands out: what flannel leased, what the network configuration gives host-local, the podCIDR of a
 * standalone kubelet, else the networks of the bridges that plugins make for pods.
 */
export async function nodeRanges(probe: Probe): Promise<readonly NodeRange[]> {
  const [overlay, sections, config] = await Promise.all([
    probe.once(overlayOf),
    probe.once(hostLocalSections),
    probe.once(kubeletConfig),
  ])
  const leased = (overlay?.subnets ?? []).flatMap(({value, source}) =>
    rangeOf('flannel', "flannel's subnet", value, source),
  )
  const local = sections.flatMap(({sets, path, plugin}) =>
    sets.flat().flatMap(({block, capacity, line}): readonly NodeRange[] => {
      const source: Source = {kind: 'file', path, line}
      return block ? [{by: plugin, name: `host-local of ${plugin}`, cidr: block, capacity, source}] : []
    }),
  )
  const given = kubeletFlag(config, 'kubeconfig') === undefined ? kubeletSetting(config, 'podCIDR') : undefined
  const ofKubelet =
    given && !(given instanceof Unknown) && typeof given.value === 'string' && given.value !== ''
      ? given.value.split(',').flatMap((text) => rangeOf('kubelet', "the kubelet's podCIDR", text, given.source))
      : []
  const found = [leased, local, ofKubelet].find(({length}) => length > 0)
  if (found) return found
  const bridges = (await probe.once(podBridgeRanges)).flatMap(({by, name, cidr, source}) =>
    source ? rangeOf(by, name, cidr.canonical, source) : [],
  )
  if (bridges.length > 0) return bridges
  const planned = overlay?.nodeMask
    ? ownCut(overlay, overlay.nodeMask)
    : await plannedRanges(probe, overlay?.plugin.value ?? '')
  return planned.map((range) => ({...range, isPlanned: true}))
}

/** The networks of the bridges that plugins make for the pods of this node. */
export async function podBridgeRanges(probe: Probe): Promise<readonly NamedRange[]> {
  const all = await probe.once(hostAddresses)
  if (all.state !== 'read') return []
  return all.addresses
    .filter((address) => /^(cni0|cbr0|kube-bridge)$/.test(address.interface))
    .map(({block, source, interface: by}) => {
      const network = parseCidr(block.canonical)
      const cidr = network.ok ? network.value : block
      return {by, name: `the network of ${by}`, purpose: 'node pods', cidr, text: cidr.canonical, source}
    })
}

/** What a plugin that cuts its pool by itself gives a node. */
function ownCut({plugin, networks}: Overlay, {value: mask, source}: Located<number>): readonly NodeRange[] {
  const [pool] = networks.flatMap(({value}) => value.split(/[\s,]+/)).filter((text) => !text.includes(':'))
  const address = pool?.split('/')[0]
  const by = plugin.value
  return address === undefined ? [] : rangeOf(by, `a node's part of the pool of ${by}`, `${address}/${mask}`, source)
}

/** What the controller manager will give a node, for plugins that take it; before there is one, where a mask is set. */
async function plannedRanges(probe: Probe, plugin: string): Promise<readonly NodeRange[]> {
  const manager = plugin === '' || takesNodeRange.has(plugin) ? await probe.once(controllerManager) : undefined
  if (!manager || bare(manager.allocatesNodeRanges) !== true || manager.usesCloudAllocator) return []
  return nodeMasks(manager).flatMap(({cluster, mask, flag}) => {
    const prefix = bare(mask) ?? 0
    const source = sourceOf(mask) ?? manager.source
    if (plugin === '' && source.kind === 'default') return []
    return rangeOf('kube-controller-manager', `a node's range by ${flag}`, `${cluster.network}/${prefix}`, source)
  })
}

const takesNodeRange: ReadonlySet<string> = new Set([
  'flannel',
  'canal',
  'kube-router',
  'kubenet',
  'kindnet',
  'bridge',
  'antrea',
])

function rangeOf(by: string, name: string, text: string, source: Source): readonly NodeRange[] {
  const parsed = parseCidr(text)
  if (!parsed.ok) return []
  const {first, last, family} = parsed.value
  const capacity = last - first - (family === 4 ? 2n : 1n)
  return [{by, name, cidr: parsed.value, capacity: capacity > 0n ? capacity : 0n, source}]
}
