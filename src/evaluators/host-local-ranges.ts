import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {type CniPluginEntry, cniOption, textOf} from '../text/cni-config.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {parseIp} from '../text/ip-address.ts'
import {place} from './cni-config-record.ts'
import type {CniFile} from './cni-files.ts'
import {flannelSubnetFile} from './flannel-subnet-file.ts'

/** A range from which host-local hands out addresses, as it fills in what is left out (backend/allocator/range.go). */
export interface HostLocalRange {
  readonly subnet: Cidr
  readonly first: bigint
  readonly last: bigint
  readonly gateway: bigint
  readonly source: Source
}

/** How a network hands out addresses by host-local: `ranges` is empty where they are decided elsewhere, as by `usePodCidr`. */
export interface HostLocalNetwork {
  readonly dataDir: string
  readonly ranges: readonly HostLocalRange[]
}

/** The ranges of a configuration: of the plugin with host-local for addresses, or of flannel by its subnet file. */
export async function hostLocalNetwork(probe: Probe, file: CniFile): Promise<HostLocalNetwork | undefined> {
  for (const {type, options} of file.config.plugins) {
    const ipam = cniOption(options, 'ipam')
    const ipamType = textOf(cniOption(ipam, 'type'))?.value ?? (type?.value === 'flannel' ? 'host-local' : '')
    if (ipamType !== 'host-local') continue
    const dataDir = textOf(cniOption(ipam, 'dataDir'))?.value ?? '/var/lib/cni/networks'
    const ranges = type?.value === 'flannel' ? await flannelRanges(probe, {type, options}) : written(file.path, ipam)
    return {dataDir, ranges}
  }
  return undefined
}

/** How many addresses a range has for pods: the gateway is not handed out. */
export function capacityOf({first, last, gateway}: HostLocalRange): number {
  const count = last - first + 1n - (gateway >= first && gateway <= last ? 1n : 0n)
  return Number(count > maxCount ? maxCount : count)
}

const maxCount = BigInt(Number.MAX_SAFE_INTEGER)

async function flannelRanges(probe: Probe, {options}: CniPluginEntry): Promise<readonly HostLocalRange[]> {
  const path = textOf(cniOption(options, 'subnetFile'))?.value ?? '/run/flannel/subnet.env'
  const file = await probe.once(flannelSubnetFile, path)
  if (file.state !== 'read') return []
  return ['FLANNEL_SUBNET', 'FLANNEL_IPV6_SUBNET'].flatMap((name) => {
    const subnet = file.value.get(name)
    return subnet ? rangeOf(subnet.value, subnet.source, undefined) : []
  })
}

/** `ranges` is a list of lists; the older form has one range beside the type. */
function written(path: string, ipam: DocumentNode | undefined): readonly HostLocalRange[] {
  const sets = itemsOf(cniOption(ipam, 'ranges')) ?? []
  const nodes = [...(ipam ? [ipam] : []), ...sets.flatMap((set) => itemsOf(set) ?? [])]
  return nodes.flatMap((node) => {
    const subnet = textOf(cniOption(node, 'subnet'))
    return subnet ? rangeOf(subnet.value, place(path, subnet.line), node) : []
  })
}

function rangeOf(text: string, source: Source, options: DocumentNode | undefined): readonly HostLocalRange[] {
  const subnet = parseCidr(text)
  if (!subnet.ok) return []
  const {first, last, family} = subnet.value
  const address = (key: string) => {
    const parsed = parseIp(textOf(cniOption(options, key))?.value ?? '')
    return parsed.ok ? parsed.value.value : undefined
  }
  return [
    {
      subnet: subnet.value,
      first: address('rangeStart') ?? first + 1n,
      last: address('rangeEnd') ?? (family === 4 ? last - 1n : last),
      gateway: address('gateway') ?? first + 1n,
      source,
    },
  ]
}
