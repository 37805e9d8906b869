import {pairItems} from '../evaluators/cluster-items.ts'
import {dockerdSources} from '../evaluators/dockerd-options.ts'
import {dockerRanges as compareRanges} from '../evaluators/dockerd-ranges.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import {absent, unknown} from '../facts/value.ts'

/** Made anew for each list: expressions tell records of different lists apart by their fields. */
const pairFields = () => ({
  name: string('Both ranges, as in docker 172.17.0.0/16 / services 172.17.0.0/16.'),
  first: string('The range of Docker.'),
  firstName: string('Whose it is, as in docker0, br-0123456789ab or address pool.'),
  firstBy: string('Always docker.'),
  firstPurpose: string('Always docker.'),
  second: string('The other range as written.'),
  secondName: string('What sets it, as in kube-proxy --cluster-cidr, eth0 or the name server.'),
  secondBy: string('The component that sets it, or interface, API server, name server, a device and the like.'),
  secondPurpose: string('What it is for: pods, services, node or route.'),
  overlaps: bool('The two share an address.'),
  contains: bool('The range of Docker holds all of the other.'),
  isContained: bool('The other holds all of the range of Docker.'),
})

/** Shared by two lists, one of which a rule takes by the phase. */
const hostPairs = pairFields()

/** How Docker's networks lie to those of the cluster and of the host. */
export const dockerRanges = collector({
  name: 'dockerRanges',
  about: 'Docker’s networks compared with the ranges of the cluster and the networks of the host.',
  fields: {
    bridgeCluster: list('The default bridge with the ranges of pods and services.', pairFields()),
    bridgeHost: list('The default bridge with the host’s networks, routes and the addresses it must reach.', hostPairs),
    bridgeConfigured: list('The default bridge with the fixed addresses in the host’s configuration.', hostPairs),
    poolCluster: list('Bridges of users and address pools with cluster ranges and the host’s networks.', pairFields()),
  },
  async collect(probe) {
    const sources = await probe.once(dockerdSources)
    if ('state' in sources) {
      return sources.state === 'absent' ? absent(sources.reason) : unknown(sources.reason, sources.source)
    }
    const {bridgeCluster, bridgeHost, bridgeConfigured, poolCluster} = await compareRanges(probe, sources)
    return {
      bridgeCluster: pairItems(bridgeCluster),
      bridgeHost: pairItems(bridgeHost),
      bridgeConfigured: pairItems(bridgeConfigured),
      poolCluster: pairItems(poolCluster),
    }
  },
})
