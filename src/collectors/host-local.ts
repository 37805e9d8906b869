import {podNetworkAt} from '../evaluators/cni-pod-network.ts'
import {type HostLocalLeases, hostLocalLeases, leaseHolder} from '../evaluators/host-local-leases.ts'
import {type HostLocalNetwork, hostLocalNetwork} from '../evaluators/host-local-ranges.ts'
import {podSandboxes} from '../evaluators/pod-sandboxes.ts'
import {collector} from '../facts/collector.ts'
import {int, list, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import type {IpAddress} from '../text/ip-address.ts'
import {cni} from './cni.ts'

/** The book that the host-local plugin keeps of the addresses it gave to pods. */
export const hostLocal = collector({
  name: 'hostLocal',
  about: 'The addresses that the host-local plugin gave to pods of the network in use.',
  fields: {
    ranges: list('The ranges it gives from; several of one set as one.', {
      name: string('The network and the range, as in cbr0 10.244.1.0/24.'),
      directory: string('Where it keeps a file for each address it gave.'),
      capacity: int('How many addresses there are for pods.'),
      taken: int('How many of them are given.'),
    }),
    networks: list('The networks it keeps a book of.', {
      name: string('The name of the network.'),
      directory: string('Where it keeps a file for each address it gave.'),
      leases: int('How many addresses are given.'),
      abandoned: int('How many of them belong to containers that do not exist.'),
    }),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    if (facts.winner instanceof Unknown) return facts.winner
    const winner = facts.winner instanceof Absent ? undefined : facts.winner
    const used = winner && (await podNetworkAt(probe, bare(winner.name) ?? ''))
    const network = used && (await hostLocalNetwork(probe, used))
    const name = used?.name ?? ''
    if (!network || name === '' || name.includes('/'))
      return absent('the network in use does not take addresses from host-local')
    const directory = `${network.dataDir}/${name}`
    const leases = await probe.once(hostLocalLeases, directory)
    return {
      ranges: network.sets.map((set) => setRecord(set, name, directory, leases)),
      networks: [await networkRecord(probe, name, directory, leases)],
    }
  },
})

/** The ranges of a set are used up one after the other. */
function setRecord(set: HostLocalNetwork['sets'][number], name: string, directory: string, leases: HostLocalLeases) {
  const source = set[0]?.source
  const capacity = set.reduce((sum, range) => sum + range.capacity, 0n)
  const isOf = ({family, value}: IpAddress) =>
    set.some(({block, first, last}) => family === block.family && value >= first && value <= last)
  return {
    name: at(`${name} ${set.map(({block}) => block.canonical).join(' and ')}`, source),
    directory: at(directory, {kind: 'file', path: directory}),
    capacity: at(Number(capacity > most ? most : capacity), source),
    taken:
      leases.state === 'read'
        ? at(leases.leases.filter(({address}) => isOf(address)).length, {kind: 'file', path: directory})
        : unknown(leases.reason, leases.source),
  }
}

async function networkRecord(probe: Probe, name: string, directory: string, leases: HostLocalLeases) {
  if (leases.state === 'unknown') {
    const gap = unknown(leases.reason, leases.source)
    return {name, directory, leases: gap, abandoned: gap}
  }
  const [sandboxes, holders] = await Promise.all([
    probe.once(podSandboxes),
    Promise.all(leases.leases.slice(0, maxLeases).map((lease) => leaseHolder(probe, lease))),
  ])
  const ids = sandboxes.state === 'read' ? sandboxes.ids : new Set<string>()
  const isGone = (holder: string | undefined) => holder !== undefined && holder !== '' && !ids.has(holder)
  return {
    name,
    directory: at(directory, {kind: 'file', path: directory}),
    leases: at(leases.leases.length, {kind: 'file', path: directory}),
    abandoned:
      sandboxes.state === 'unknown' && leases.leases.length > 0
        ? unknown(sandboxes.reason, sandboxes.source)
        : at(holders.filter((holder) => isGone(holder)).length, {kind: 'file', path: directory}),
  }
}

const most = BigInt(Number.MAX_SAFE_INTEGER)

/** Enough to tell whether addresses leak, whatever the range. */
const maxLeases = 2000
