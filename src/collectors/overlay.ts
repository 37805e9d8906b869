import {hostLocalSections} from '../evaluators/node-ranges.ts'
import {overlayGap, overlayOf} from '../evaluators/overlay.ts'
import {overlayCniConfigGap} from '../evaluators/overlay-cni-config.ts'
import type {FlannelNetwork} from '../evaluators/overlay-flannel.ts'
import {servedFamilies} from '../evaluators/served-families.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, record, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, bare, Unknown, unknown} from '../facts/value.ts'

/** The network that connects pods: which plugin makes it, its ranges and how it carries and masquerades traffic. */
export const overlay = collector({
  name: 'overlay',
  about: 'The network that connects pods: its plugin, its ranges, and how it carries and masquerades traffic.',
  fields: {
    plugin: string(
      'The network plugin, as in flannel, weave, calico, cilium or bridge; other when it is none we know.',
    ),
    network: string('The range of all pods, of the first family; empty when nothing on this host tells.'),
    networks: strings('The ranges of all pods, one of each family, or the pools of Calico.'),
    rangeBasis: string(
      'Whether the ranges were set, are the default, or are the default unless set out of sight (assumed); empty when unknown.',
    ),
    subnet: string('The part of the range that this node has; empty when nothing tells.'),
    subnets: strings('The parts of the ranges that this node has, one of each family.'),
    servedFamilies: strings(
      'ipv4, ipv6: what flannel, host-local or Calico’s allocator is set to give pods; empty when none tells.',
    ),
    masquerades: bool('It masquerades what pods send out of the cluster.'),
    backend: string('How it carries packets to other nodes, as in vxlan or host-gw; empty when unknown.'),
    interface: string('The interface or address it was told to use; empty when it picks one.'),
    mtuBytes: int('The MTU it gives to pods; 0 when unknown.'),
    hostLocal: list('The ranges that host-local hands out by the network configuration.', {
      name: string('The plugin that uses them, and the subnet.'),
      subnet: string('The subnet as written.'),
      isTooSmall: bool('It has no address to hand out, or a single one.'),
      capacity: int('How many addresses pods get; 0 when it is refused.'),
    }),
    hostLocalProblems: list('What host-local refuses about its ranges, but for those that are too small.', {
      name: string('The plugin that uses them.'),
      problem: string('What it says.'),
    }),
    flannel: record('What only flannel has; absent for other plugins.', {
      netConf: string('Its network configuration on this host; empty when none is.'),
      problems: list('What keeps flannel from using its configuration.', {
        name: string('The file.'),
        problem: string('What is wrong, in flannel’s words where it has any.'),
      }),
      namedBackend: string('The back end its configuration names; empty when it names none.'),
      usesKubernetes: bool('Kubernetes gives it the ranges of nodes; else leases in etcd.'),
      leases: list('The subnets it leased last.', {
        name: string('The subnet.'),
        subnet: string('The subnet with the address of the bridge.'),
        network: string('flannel’s network in the same file.'),
        isInside: bool('The subnet lies in the network.'),
      }),
    }),
  },
  async collect(probe) {
    const found = await probe.once(overlayOf)
    if (!found) return (await probe.once(overlayGap)) ?? absent('no network plugin was found on this host')
    const {gap, plugin, networks, basis, subnets, masquerades, backend, mtuBytes} = found
    return {
      plugin,
      network: gap ?? networks[0] ?? '',
      networks: gap ?? networks,
      rangeBasis: gap ?? basis,
      subnet: gap ?? subnets[0] ?? '',
      subnets: gap ?? subnets,
      servedFamilies: gap ?? (await probe.once(servedFamilies)),
      masquerades,
      backend,
      interface: found.interface,
      mtuBytes,
      ...((await hostLocalGap(probe)) ?? (await hostLocalItems(probe))),
      flannel: found.flannel ? flannelRecord(found.flannel) : absent(`the network plugin is ${plugin.value}`),
    }
  },
})

/** The user may name the network where its configuration cannot be read. */
async function hostLocalGap(probe: Probe) {
  const gap = await probe.once(overlayCniConfigGap)
  return gap && {hostLocal: gap, hostLocalProblems: gap}
}

async function hostLocalItems(probe: Probe) {
  const sections = await probe.once(hostLocalSections)
  const ranges = sections.flatMap(({sets, plugin, path}) => sets.flat().map((range) => ({...range, plugin, path})))
  return {
    hostLocal: ranges.map(({plugin, path, subnet, line, isTooSmall, capacity, block}) => ({
      name: `${plugin} ${subnet}`,
      subnet: at(subnet, {kind: 'file', path, line}),
      isTooSmall: isTooSmall || (block !== undefined && capacity <= 1n),
      capacity: Number(capacity > 1_000_000n ? 1_000_000n : capacity),
    })),
    hostLocalProblems: [
      ...ranges
        .filter(({problem, isTooSmall}) => problem !== '' && !isTooSmall)
        .map(({plugin, path, line, problem}) => ({name: plugin, problem: at(problem, {kind: 'file', path, line})})),
      ...sections.flatMap(({problems, plugin, path}) =>
        problems.map(({message, line}) => ({name: plugin, problem: at(message, {kind: 'file', path, line})})),
      ),
    ],
  }
}

function flannelRecord({netConf, netConfGap, netConfProblems, namedBackend, options, leases}: FlannelNetwork) {
  const path = netConf?.path ?? ''
  const unnamed = netConf?.problem ? unknown(`${path} is no JSON`, {kind: 'file', path}) : at('', {kind: 'file', path})
  return {
    netConf: netConfGap ?? (path === '' ? '' : at(path, {kind: 'file', path})),
    problems: netConfGap ?? netConfProblems.map((problem) => ({name: path, problem})),
    namedBackend: netConfGap ?? namedBackend ?? (path === '' ? '' : unnamed),
    usesKubernetes: options.usesKubernetes,
    leases:
      leases instanceof Unknown
        ? leases
        : leases.map(({subnet, network, isInside}) => ({name: bare(subnet) ?? '', subnet, network, isInside})),
  }
}
