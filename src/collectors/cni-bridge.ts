import {cniFileAt} from '../evaluators/cni-files.ts'
import {hostLocalNetwork, type PlacedRange} from '../evaluators/host-local-ranges.ts'
import {linkNamed, networkLinks} from '../evaluators/network-links.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import {Absent, absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import {formatIp} from '../text/ip-address.ts'
import type {IpLink} from '../text/ip-json.ts'
import {cni} from './cni.ts'

/** The bridge that connects pods, and whether its address is the gateway of the range pods get theirs from. */
export const cniBridge = collector({
  name: 'cniBridge',
  about: 'The bridge device of the CNI configuration in use and its gateway addresses.',
  fields: {
    device: string('The name of the device.'),
    gateways: list('The ranges of pods on this node for which the bridge has an address of the same family.', {
      name: string('The range, as in 10.244.1.0/24.'),
      gateway: string('The address the bridge plugin gives to the device.'),
      addresses: string('The addresses of that family which the device has.'),
      isSet: bool('The gateway is among them.'),
    }),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    if (facts.winner instanceof Unknown) return facts.winner
    const winner = facts.winner instanceof Absent ? undefined : facts.winner
    const device = winner ? bare(winner.bridge) : ''
    const file = winner && (await cniFileAt(probe, bare(winner.name) ?? ''))
    const network = file && (await hostLocalNetwork(probe, file))
    if (!network || !device) return absent('the network in use makes no bridge with addresses of host-local')
    const links = await probe.once(networkLinks)
    if (links.state === 'unknown') return unknown(links.reason, links.source)
    const link = linkNamed(links, device)
    if (!link) return absent(`there is no device ${device} yet`)
    return {
      device: at(device, links.source),
      gateways: network.ranges.flatMap((range) => {
        const addresses = addressesOf(link, range)
        const gateway = formatIp(range.block.family, range.gateway)
        if (addresses.length === 0) return []
        return {
          name: at(range.block.canonical, range.source),
          gateway: at(gateway, range.source),
          addresses: at(addresses.join(', '), links.source),
          isSet: at(addresses.includes(gateway), links.source),
        }
      }),
    }
  },
})

/** Link-local addresses come with the interface. */
function addressesOf(link: IpLink, {block}: PlacedRange): readonly string[] {
  return link.addresses.flatMap(({family, address, scope}) =>
    family === block.family && scope !== 'link' ? [address] : [],
  )
}
