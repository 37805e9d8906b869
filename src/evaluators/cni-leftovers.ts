import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located, type Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {parseIp} from '../text/ip-address.ts'
import {type CniNetwork, cniNetworks} from './cni-networks.ts'
import type {NetworksInUse} from './cni-networks-in-use.ts'
import {iptablesRulesets} from './iptables-rulesets.ts'
import {networkLinks} from './network-links.ts'

/**
 * The network devices that a known network makes; `tunl0` counts once it has an address, for the module alone makes it too.
 * Addresses are only asked for where there is such a device.
 */
export async function leftoverDevices(probe: Probe, used: NetworksInUse) {
  const listed = await probe.list('/sys/class/net')
  if (listed.state === 'read' && !listed.value.some((name) => makerOf(name) !== undefined)) return []
  const links = await probe.once(networkLinks)
  if (links.state === 'unknown') return unknown(links.reason, links.source)
  return links.links.flatMap((link) => {
    const addresses = link.addresses.flatMap(({address, scope}) => (scope === 'link' ? [] : [address]))
    const network = makerOf(link.name)
    if (network === undefined || (link.name === 'tunl0' && addresses.length === 0)) return []
    const isInUse = used.bridges.has(link.name) ? true : used.isInUse(network, links.source)
    return [{name: at(link.name, {kind: 'file', path: `/sys/class/net/${link.name}`}), network, isInUse, addresses}]
  })
}

function makerOf(device: string): string | undefined {
  return device === 'cni0' ? 'bridge' : cniNetworks.find(({devices}) => devices?.test(device))?.name
}

/** The networks with chains of their own in the tables nat and filter. */
export async function leftoverChains(probe: Probe, used: NetworksInUse) {
  const {rulesets, gaps} = await probe.once(iptablesRulesets)
  const [gap] = gaps
  if (gap) return unknown(gap.reason, gap.source)
  const chains = rulesets.flatMap(({ruleset, source}) =>
    ['nat', 'filter'].flatMap((table) =>
      [...(ruleset.tables.get(table)?.chains.keys() ?? [])].map((name) => ({name, table, source})),
    ),
  )
  return cniNetworks.flatMap((network) => {
    const own = chains.filter(({name}) => network.chains?.test(name))
    const [first] = own
    if (!first) return []
    return [
      {
        name: at(network.name, first.source),
        example: at(`${first.name} in ${first.table}`, first.source),
        count: own.length === 1 ? 'one chain' : `${own.length} chains`,
        isInUse: used.isInUse(network.name, first.source),
      },
    ]
  })
}

/** A directory with state of a network. */
interface StateDirectory {
  readonly name: Located<string>
  readonly network: string
  readonly isInUse: Leaf<boolean>
}

/** The directories that are not empty and hold state of a known network, or the book of a host-local network. */
export async function leftoverDirectories(
  probe: Probe,
  used: NetworksInUse,
): Promise<readonly StateDirectory[] | Unknown> {
  const own = await Promise.all(cniNetworks.map((network) => directoriesOf(probe, network, used)))
  return [...own.flat(), ...(await books(probe, used))]
}

async function directoriesOf(
  probe: Probe,
  {name: network, directories = []}: CniNetwork,
  used: NetworksInUse,
): Promise<readonly StateDirectory[]> {
  const listings = await Promise.all(directories.map((path) => probe.list(path)))
  return directories.flatMap((path, index) => {
    const listed = listings[index]
    const source: Source = {kind: 'file', path}
    if (listed?.state !== 'read' || listed.value.length === 0) return []
    return [{name: at(path, source), network, isInUse: used.isInUse(network, source)}]
  })
}

/** podman keeps its book beside those of Kubernetes. */
async function books(probe: Probe, used: NetworksInUse): Promise<readonly StateDirectory[]> {
  const listed = await probe.list(bookDirectory)
  const names = listed.state === 'read' ? listed.value.filter((name) => !strangers.has(name)).slice(0, maxBooks) : []
  const listings = await Promise.all(names.map((name) => probe.list(`${bookDirectory}/${name}`)))
  const inCluster = used.hasNetworksOfCluster
    ? unknown('the networks that pods ask multus for are kept by the cluster')
    : undefined
  return names.flatMap((name, index) => {
    const leases = listings[index]
    const path = `${bookDirectory}/${name}`
    if (leases?.state !== 'read' || !leases.value.some((lease) => parseIp(lease).ok)) return []
    const source: Source = {kind: 'file', path}
    const isInUse = used.names.has(name) ? at(true, source) : (inCluster ?? used.unread ?? at(false, source))
    return [{name: at(path, source), network: name, isInUse}]
  })
}

const bookDirectory = '/var/lib/cni/networks'
const maxBooks = 50
const strangers: ReadonlySet<string> = new Set([
  'podman',
  'podman-default-kube-network',
  'kubenet',
  'bridge',
  'nerdctl0',
])
