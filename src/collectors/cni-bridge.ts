import {type PodNetwork, podNetworkAt} from '../evaluators/cni-pod-network.ts'
import {hostLocalNetwork, type PlacedRange} from '../evaluators/host-local-ranges.ts'
import {linkNamed, networkLinks} from '../evaluators/network-links.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import {Absent, absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import {overlaps, parseCidr} from '../text/cidr.ts'
import {cniOption} from '../text/cni-config.ts'
import {formatIp} from '../text/ip-address.ts'
import type {IpLink, IpLinkAddress} from '../text/ip-json.ts'
import {cni} from './cni.ts'

/** The bridge that connects pods, and whether its address is the gateway of the range pods get theirs from. */
export const cniBridge = collector({
  name: 'cniBridge',
  about: 'The bridge device of the CNI configuration in use and its gateway addresses.',
  fields: {
    device: string('The name of the device.'),
    gateways: list('The ranges of pods on this node for which the bridge has an address of the same family.', {
      name: string('The range, as in 10.244.1.0/24.'),
      gateway: string('The address the bridge plugin gives to the device, as in 10.244.1.1/24.'),
      addresses: string('The addresses of that family which the device has.'),
      isSet: bool('The bridge plugin finds its gateway among them, or may add it.'),
    }),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    if (facts.winner instanceof Unknown) return facts.winner
    const winner = facts.winner instanceof Absent ? undefined : facts.winner
    const device = winner ? bare(winner.bridge) : ''
    const used = winner && (await podNetworkAt(probe, bare(winner.name) ?? ''))
    const network = used && (await hostLocalNetwork(probe, used))
    if (!network || !device) return absent('the network in use makes no bridge with addresses of host-local')
    if (used && replacesAddresses(used)) return absent('the bridge plugin is told to replace other addresses')
    const links = await probe.once(networkLinks)
    if (links.state === 'unknown') return unknown(links.reason, links.source)
    const link = linkNamed(links, device)
    if (!link) return absent(`there is no device ${device} yet`)
    const isInOrder = links.source.kind === 'command'
    return {
      device: at(device, links.source),
      gateways: network.sets.flat().flatMap((range) => {
        const addresses = addressesOf(link, range)
        if (addresses.length === 0) return []
        const gateway = {address: formatIp(range.block.family, range.gateway), prefix: range.block.prefix}
        return {
          name: at(range.block.canonical, range.source),
          gateway: at(shown(gateway), range.source),
          addresses: at(addresses.map(shown).join(', '), links.source),
          isSet: at(isAccepted(addresses, gateway, range, isInOrder), links.source),
        }
      }),
    }
  },
})

type Address = Pick<IpLinkAddress, 'address' | 'prefix'>

const shown = ({address, prefix}: Address): string => `${address}/${prefix}`

/** Whether `forceAddress` is set, for the bridge or for what flannel makes. */
function replacesAddresses({plugins}: PodNetwork): boolean {
  return plugins.some(({type, options}) => {
    const bridge = type?.value === 'flannel' ? cniOption(options, 'delegate') : options
    return cniOption(bridge, 'forceAddress')?.value === true
  })
}

/**
 * Whether the bridge plugin goes on (ensureAddr in plugins/main/bridge): it looks at the addresses in order and stops at one
 * that is not its gateway, with the same mask, unless it is of IPv6 and their networks do not overlap.
 */
function isAccepted(
  addresses: readonly Address[],
  gateway: Address,
  {block}: PlacedRange,
  isInOrder: boolean,
): boolean {
  const own = addresses.findIndex((each) => shown(each) === shown(gateway))
  const before = own === -1 ? addresses : isInOrder ? addresses.slice(0, own) : []
  return before.every((each) => {
    const other = parseCidr(shown(each))
    return block.family === 6 && other.ok && !overlaps(block, other.value)
  })
}

/** Link-local addresses come with the interface. */
function addressesOf(link: IpLink, {block}: PlacedRange): readonly IpLinkAddress[] {
  return link.addresses.filter(({family, scope}) => family === block.family && scope !== 'link')
}
