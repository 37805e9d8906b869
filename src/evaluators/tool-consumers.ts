import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {flagValue} from './component-flags.ts'
import {kubeletCommand} from './kubelet-command.ts'
import {kubeletConfig, kubeletSetting} from './kubelet-config.ts'
import {type Consumer, noConsumer} from './tool-consumer.ts'
import {toolGroupNames, toolsOf} from './tool-groups.ts'
import {hostKubeProxy, hostKubeProxyIn, ipvsConsumer} from './tool-kube-proxy.ts'
import {kubeadmByCri, kubeadmConsumer} from './tool-kubeadm.ts'
import {kubeletConsumer, kubeletRun} from './tool-kubelet.ts'
import {moduleLoader} from './tool-modules.ts'
import {type ConsumerName, type Need, toolNeeds} from './tool-needs.ts'
import {cniConsumer, dockerdConsumer, flanneldConsumer, kubeRouterConsumer} from './tool-network.ts'
import {dockershimConsumer, runtimeConsumer} from './tool-runtimes.ts'
import {declaredVolumes, longhornConsumer, podVolumesConsumer} from './tool-volumes.ts'

/** Those on this host who may run a tool, by their names; callers, which are told by the tool, are none of them. */
export async function toolConsumers(probe: Probe): Promise<ReadonlyMap<ConsumerName, Consumer>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await consumerNamed(probe, name)] as const)))
}

type Name = Exclude<ConsumerName, 'caller'>

const needs: readonly Need[] = [
  ...Object.values(toolNeeds),
  ...toolGroupNames.flatMap((group) => toolsOf(group).map(([, needs]) => needs)),
].flat()
const names = [...new Set(needs.map(({by}) => by))].filter((name): name is Name => name !== 'caller')

async function consumerNamed(probe: Probe, name: Name): Promise<Consumer> {
  const [kind = '', storage = ''] = name.split(':')
  if (kind === 'volumes') return probe.once(podVolumesConsumer, storage)
  if (kind === 'declared') return probe.once(declaredVolumes, storage)
  return finders[name as keyof typeof finders](probe)
}

const finders: Readonly<Record<Exclude<Name, `${string}:${string}`>, (probe: Probe) => Promise<Consumer>>> = {
  kubeadm: (probe) => probe.once(kubeadmConsumer),
  'kubeadm-cri': (probe) => probe.once(kubeadmByCri),
  kubelet: (probe) => probe.once(kubeletConsumer),
  'kubelet-chains': kubeletChains,
  kubenet: (probe) => kubeletWithFlag(probe, 'network-plugin', 'kubenet'),
  cbr0: (probe) => kubeletWithFlag(probe, 'configure-cbr0', 'true'),
  'kube-proxy': (probe) => probe.once(hostKubeProxy),
  'kube-proxy-iptables': (probe) => probe.once(hostKubeProxyIn, 'iptables'),
  'kube-proxy-ipvs': (probe) => probe.once(hostKubeProxyIn, 'ipvs'),
  'kube-proxy-nftables': (probe) => probe.once(hostKubeProxyIn, 'nftables'),
  dockershim: (probe) => probe.once(dockershimConsumer),
  'cri-dockerd': (probe) => probe.once(runtimeConsumer, 'cri-dockerd'),
  containerd: (probe) => probe.once(runtimeConsumer, 'containerd'),
  crio: (probe) => probe.once(runtimeConsumer, 'crio'),
  dockerd: (probe) => probe.once(dockerdConsumer),
  flanneld: (probe) => probe.once(flanneldConsumer),
  'kube-router': (probe) => probe.once(kubeRouterConsumer),
  cni: (probe) => probe.once(cniConsumer),
  ipvs: (probe) => probe.once(ipvsConsumer),
  'module-loader': (probe) => probe.once(moduleLoader),
  longhorn: (probe) => probe.once(longhornConsumer),
}

/** The kubelet where it keeps iptables chains of its own. */
async function kubeletChains(probe: Probe): Promise<Consumer> {
  const [run, config] = await Promise.all([probe.once(kubeletRun), probe.once(kubeletConfig)])
  if (run.how === 'embedded') return noConsumer(run.reason)
  const setting = kubeletSetting(config, 'makeIPTablesUtilChains')
  const isOff = setting !== undefined && !(setting instanceof Unknown) && setting.value === false
  return isOff ? noConsumer('the kubelet is told to keep no iptables chains') : probe.once(kubeletConsumer)
}

/** The kubelet where its command line gives a flag that value. */
async function kubeletWithFlag(probe: Probe, flag: string, value: string): Promise<Consumer> {
  const [{flags}, kubelet] = await Promise.all([probe.once(kubeletCommand), probe.once(kubeletConsumer)])
  const given = flagValue(flags, flag)
  if (given?.value !== value) return noConsumer(`no kubelet is started with --${flag}=${value}`)
  return kubelet.state === 'absent' ? kubelet : {...kubelet, label: `the kubelet with --${flag}`, source: given.source}
}
