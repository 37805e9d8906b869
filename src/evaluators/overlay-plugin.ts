import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import type {Overridden, Source} from '../source.ts'
import {nodeAt} from '../text/document.ts'
import {flagValue} from './component-flags.ts'
import {kubeletCommand} from './kubelet-command.ts'
import {type CniConfig, overlayCniConfig, pluginType} from './overlay-cni-config.ts'
import {processes, processesNamed} from './processes.ts'
import {rancherConfig} from './rancher-config.ts'
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
  for (const look of [fromConfig, fromRancher, fromKubenet, fromProcesses, fromUnits, fromTraces]) {
    const found = await look(probe)
    if (found) return [found]
  }
  return []
}

async function fromConfig(probe: Probe): Promise<Located<string> | undefined> {
  const config = await probe.once(overlayCniConfig)
  const plugin = config && configured(config)
  return config && plugin !== undefined ? at(plugin, {kind: 'file', path: config.path}) : undefined
}

/** kube-router, kindnet and canal chain plugins of others, so their files go by name. */
function configured({path, plugins}: CniConfig): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const byName = fileNames.find(([pattern]) => pattern.test(name))?.[1]
  if (byName !== undefined) return byName
  const types = plugins.map(pluginType)
  if (types[0] === 'calico') {
    const isSubnetOfNode = nodeAt(plugins[0], 'ipam', 'type')?.value === 'host-local'
    return isSubnetOfNode && types.includes('flannel') ? 'canal' : 'calico'
  }
  return types.map((type) => pluginTypes[type]).find((known) => known !== undefined) ?? 'other'
}

const fileNames: readonly (readonly [RegExp, string])[] = [
  [/canal/, 'canal'],
  [/kube-?router/, 'kube-router'],
  [/kindnet/, 'kindnet'],
]

const pluginTypes: Readonly<Record<string, string>> = {
  flannel: 'flannel',
  'weave-net': 'weave',
  calico: 'calico',
  'cilium-cni': 'cilium',
  antrea: 'antrea',
  'aws-cni': 'aws-vpc-cni',
  'ovn-k8s-cni-overlay': 'ovn-kubernetes',
  bridge: 'bridge',
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
  const cni = rancher.flags.flags.get('cni')?.occurrences.find(({value}) => value !== 'multus')
  if (!cni) return rancher.isServer ? at('canal', source) : undefined
  return cni.value === 'none' ? undefined : at(cni.value, cni.source)
}

async function fromKubenet(probe: Probe): Promise<Located<string> | undefined> {
  const {flags} = await probe.once(kubeletCommand)
  const plugin = flagValue(flags, 'network-plugin')
  return plugin?.value === 'kubenet' ? plugin : undefined
}

async function fromProcesses(probe: Probe): Promise<Located<string> | undefined> {
  const all = await probe.once(processes)
  for (const [program, plugin] of programs) {
    const [running] = processesNamed(all, program)
    if (running) return at(plugin, {kind: 'file', path: `/proc/${running.pid}/cmdline`})
  }
  return undefined
}

const programs: readonly (readonly [program: string, plugin: string])[] = [
  ['flanneld', 'flannel'],
  ['weaver', 'weave'],
  ['calico-node', 'calico'],
  ['cilium-agent', 'cilium'],
  ['kube-router', 'kube-router'],
  ['antrea-agent', 'antrea'],
  ['aws-k8s-agent', 'aws-vpc-cni'],
  ['kindnetd', 'kindnet'],
  ['ovnkube', 'ovn-kubernetes'],
]

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

/** The subnet file of flannel, and interfaces that only one plugin makes. */
async function fromTraces(probe: Probe): Promise<Located<string> | undefined> {
  const statuses = await probe.status(traces.map(([path]) => path))
  const trace = traces.find(([path]) => statuses.get(path)?.state === 'read')
  return trace && at(trace[1], {kind: 'file', path: trace[0]})
}

const traces: readonly (readonly [path: string, plugin: string])[] = [
  ['/run/flannel/subnet.env', 'flannel'],
  ['/sys/class/net/flannel.1', 'flannel'],
  ['/sys/class/net/weave', 'weave'],
  ['/sys/class/net/cilium_host', 'cilium'],
  ['/sys/class/net/vxlan.calico', 'calico'],
  ['/sys/class/net/kube-bridge', 'kube-router'],
  ['/sys/class/net/antrea-gw0', 'antrea'],
  ['/sys/class/net/ovn-k8s-mp0', 'ovn-kubernetes'],
]
