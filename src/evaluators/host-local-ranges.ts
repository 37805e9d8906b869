import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {cniOption, textOf} from '../text/cni-config.ts'
import type {DocumentNode} from '../text/document.ts'
import {type HostLocalRange, readHostLocal} from '../text/host-local-ipam.ts'
import {place} from './cni-config-record.ts'
import type {PodNetwork} from './cni-pod-network.ts'
import {flannelSubnetFile} from './flannel-subnet-file.ts'

/** A range that the plugin accepts, with the place that sets it. */
export interface PlacedRange extends HostLocalRange {
  readonly block: Cidr
  readonly source: Source
}

/**
 * How a network hands out addresses by host-local: each pod gets one of every set. `sets` is empty where they are decided
 * elsewhere, as by `usePodCidr`.
 */
export interface HostLocalNetwork {
  readonly dataDir: string
  readonly sets: readonly (readonly PlacedRange[])[]
}

/** The ranges of a network: of the plugin with host-local for addresses, or of flannel by its subnet file. */
export async function hostLocalNetwork(probe: Probe, network: PodNetwork): Promise<HostLocalNetwork | undefined> {
  for (const {type, options} of network.plugins) {
    const isFlannel = type?.value === 'flannel'
    const ipam = cniOption(options, 'ipam')
    const ipamType = textOf(cniOption(ipam, 'type'))?.value ?? (isFlannel ? 'host-local' : '')
    if (ipamType !== 'host-local') continue
    const dataDir = textOf(cniOption(ipam, 'dataDir'))?.value ?? '/var/lib/cni/networks'
    if (isFlannel) return {dataDir, sets: await flannelSets(probe, options)}
    return {dataDir, sets: ipam ? placed(ipam, ({line}) => place(network.path, line)) : []}
  }
  return undefined
}

async function flannelSets(probe: Probe, options: DocumentNode): Promise<HostLocalNetwork['sets']> {
  const path = textOf(cniOption(options, 'subnetFile'))?.value ?? '/run/flannel/subnet.env'
  const file = await probe.once(flannelSubnetFile, path)
  return ['FLANNEL_SUBNET', 'FLANNEL_IPV6_SUBNET'].flatMap((name) => {
    const variable = file.state === 'read' ? file.value.get(name) : undefined
    const subnet = variable && parseCidr(variable.value)
    return variable && subnet?.ok ? placed(ipamFor(subnet.value), () => variable.source) : []
  })
}

function placed(ipam: DocumentNode, placeOf: (range: HostLocalRange) => Source): HostLocalNetwork['sets'] {
  return readHostLocal(ipam)
    .sets.map((set) =>
      set.flatMap((range) => (range.block ? [{...range, block: range.block, source: placeOf(range)}] : [])),
    )
    .filter(({length}) => length > 0)
}

/** What flannel gives host-local: the subnet without its host bits. */
function ipamFor({canonical}: Cidr): DocumentNode {
  const place = {line: 1, column: 1}
  return {value: new Map([['subnet', {value: canonical, ...place}]]), ...place}
}
