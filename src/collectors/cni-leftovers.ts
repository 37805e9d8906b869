import {cniFileAt, cniFiles} from '../evaluators/cni-files.ts'
import {leftoverChains, leftoverDevices, leftoverDirectories} from '../evaluators/cni-leftovers.ts'
import {networksInUse} from '../evaluators/cni-networks-in-use.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string, strings} from '../facts/fields.ts'
import {Absent, bare, Unknown} from '../facts/value.ts'
import {cni} from './cni.ts'

/** What networks leave on a host: devices, chains of the packet filter and state, and whether their network is the one in use. */
export const cniLeftovers = collector({
  name: 'cniLeftovers',
  about: 'Devices, firewall chains and state directories of networks, and whether each network is in use.',
  fields: {
    devices: list('Network devices that a known network makes.', {
      name: string('The device.'),
      network: string('The network that makes it.'),
      isInUse: bool('That network is in use here.'),
      addresses: strings('Its addresses, link-local ones left out.'),
    }),
    chains: list('Networks with chains of their own in the packet filter.', {
      name: string('The network.'),
      example: string('One of the chains, with its table.'),
      count: string('How many chains there are, in words for people.'),
      isInUse: bool('That network is in use here.'),
    }),
    directories: list('Directories that are not empty and hold state of a network.', {
      name: string('The path.'),
      network: string('The network whose state it is.'),
      isInUse: bool('That network is in use here.'),
    }),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    if (facts.winner instanceof Unknown) return facts.winner
    const winner = facts.winner instanceof Absent ? undefined : facts.winner
    const [found, file] = await Promise.all([
      probe.once(cniFiles, bare(facts.confDir) ?? ''),
      winner ? cniFileAt(probe, bare(winner.name) ?? '') : undefined,
    ])
    const used = await networksInUse(probe, found.state === 'read' ? found.files : [], file)
    const [devices, chains, directories] = await Promise.all([
      leftoverDevices(probe, used),
      leftoverChains(probe, used),
      leftoverDirectories(probe, used),
    ])
    return {devices, chains, directories}
  },
})
