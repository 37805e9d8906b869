import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown} from '../facts/value.ts'
import type {Overridden, Source} from '../source.ts'
import {cniNetworks} from './cni-networks.ts'
import {flagValue} from './component-flags.ts'
import {kubeletCommand} from './kubelet-command.ts'
import {overlayCniConfig, overlayCniConfigGap} from './overlay-cni-config.ts'
import {processes, processesNamed} from './processes.ts'
import {rancherConfig, rancherGap} from './rancher-config.ts'
import {toldStatements} from './told-statements.ts'
import {unit} from './unit.ts'

/**
 * Which network plugin connects the pods, in the names of `--network-plugin`; undefined where nothing tells. Strongest
 * first: what the user says, the network configuration the runtime loads, the distribution's setting, the kubelet's own
 * kubenet, and what runs, is installed as a unit or has left its interface or subnet file.
 */
export async function overlayPlugin(probe: Probe): Promise<Located<string> | undefined> {
  const told = await toldStatements(probe, 'networkPlugin')
  const found = await foundPlugins(probe)
  const [first, ...rest] = [...told.map(({value, source}) => at(value, source)), ...found]
  if (!first) return undefined
  const overrode = rest
    .filter(({value}) => value !== first.value)
    .map(({value, source}): Overridden => ({value, source}))
  return overrode.length > 0 ? at(first.value, {...first.source, overrode}) : first
}

/** What the host itself tells: the first kind of evidence that tells anything. */
async function foundPlugins(probe: Probe): Promise<readonly Located<string>[]> {
  if (await probe.once(overlayCniConfigGap)) return []
  for (const look of [fromConfig, fromRancher, fromKubenet, fromProcesses, fromUnits, fromTraces]) {
    const found = await look(probe)
    if (found) return [found]
  }
  return []
}

async function fromConfig(probe: Probe): Promise<Located<string> | undefined> {
  const config = await probe.once(overlayCniConfig)
  return config && at(config.network, {kind: 'file', path: config.path})
}

/** Why nobody can tell which network plugin connects the pods. */
export async function overlayPluginGap(probe: Probe): Promise<Unknown | undefined> {
  const plugin = await probe.once(overlayPlugin)
  return plugin ? undefined : ((await probe.once(overlayCniConfigGap)) ?? (await probe.once(rancherGap)))
}

/** k3s brings flannel unless its back end is none, RKE2 canal unless another is named. */
async function fromRancher(probe: Probe): Promise<Located<string> | undefined> {
  const rancher = await probe.once(rancherConfig)
  if (!rancher) return undefined
  const source: Source = {kind: 'default', of: rancher.distribution}
  if (rancher.distribution === 'k3s') {
    const backend = flagValue(rancher.flags, 'flannel-backend')
    return backend?.value === 'none' ? undefined : at('flannel', backend?.source ?? source)
  }
  const named = (rancher.flags.flags.get('cni')?.occurrences ?? []).flatMap(({value, source: place}) =>
    value.split(',').map((name) => at(name.trim(), place)),
  )
  const cni = named.find(({value}) => value !== 'multus')
  if (!cni) return rancher.isServer ? at('canal', source) : undefined
  return cni.value === 'none' ? undefined : cni
}

async function fromKubenet(probe: Probe): Promise<Located<string> | undefined> {
  const {flags} = await probe.once(kubeletCommand)
  const plugin = flagValue(flags, 'network-plugin')
  return plugin?.value === 'kubenet' ? plugin : undefined
}

async function fromProcesses(probe: Probe): Promise<Located<string> | undefined> {
  const all = await probe.once(processes)
  for (const {name, agents} of cniNetworks) {
    const running = agents.map((agent) => processesNamed(all, agent)[0])
    const [first] = running
    if (first && running.every((process) => process))
      return at(name, {kind: 'file', path: `/proc/${first.pid}/cmdline`})
  }
  return undefined
}

async function fromUnits(probe: Probe): Promise<Located<string> | undefined> {
  for (const [name, plugin] of units) {
    const found = await probe.once(unit, name)
    if (found.state === 'found') return at(plugin, {kind: 'file', path: found.path})
  }
  return undefined
}

const units: readonly (readonly [unit: string, plugin: string])[] = [
  ['flanneld.service', 'flannel'],
  ['flannel.service', 'flannel'],
  ['weave.service', 'weave'],
  ['calico-node.service', 'calico'],
  ['kube-router.service', 'kube-router'],
]

/** The subnet file of flannel, and interfaces that only one plugin makes; tunl0 comes with the kernel module alone. */
async function fromTraces(probe: Probe): Promise<Located<string> | undefined> {
  const subnetFile = '/run/flannel/subnet.env'
  const [statuses, interfaces] = await Promise.all([probe.status([subnetFile]), probe.list('/sys/class/net')])
  if (statuses.get(subnetFile)?.state === 'read') return at('flannel', {kind: 'file', path: subnetFile})
  for (const device of interfaces.state === 'read' ? interfaces.value : []) {
    const network = device === 'tunl0' ? undefined : cniNetworks.find(({devices}) => devices?.test(device))
    if (network) return at(network.name, {kind: 'file', path: `/sys/class/net/${device}`})
  }
  return undefined
}
