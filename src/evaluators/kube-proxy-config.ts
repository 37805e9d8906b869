import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type ClusterDocument, documentSettings} from './cluster-documents.ts'
import {declaredFlag} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {componentGap} from './declaration-gap.ts'
import {podConfigMapGap} from './pod-config-maps.ts'
import {rancherGap} from './rancher-config.ts'
import {plainSetting, settingAt} from './setting-tree.ts'

/** kube-proxy's settings that decide which traffic is the pods': undefined where a setting is not given. */
export interface KubeProxyConfig {
  /** What tells of it; stands for settings that are not given. */
  readonly source: Source
  readonly clusterCidr: Located<string> | undefined
  readonly detectLocalMode: Located<string> | undefined
  readonly masqueradesAll: Located<string> | undefined
}

/** Reads kube-proxy's configuration file, the one its pod has mounted, or its flags; undefined where none is on this host. */
export async function kubeProxyConfig(probe: Probe): Promise<KubeProxyConfig | undefined> {
  const {declarations, documents} = await probe.once(controlPlane)
  const document = documents.find(({kind}) => kind === 'KubeProxyConfiguration')
  if (document) return fromDocument(document, documents)
  const running = declarations.find(({component, isInForce}) => component === 'kube-proxy' && isInForce)
  if (!running || running.flags.flags.has('config')) return undefined
  const [first] = [...running.flags.flags.values()]
  if (!first) return undefined
  const {source} = first.winner
  const [shared] = declaredFlag([running], 'kube-proxy', 'cluster-cidr')
  return {
    source: source.kind === 'file' ? {kind: 'file', path: source.path} : source,
    clusterCidr: shared && at(shared.value, shared.source),
    detectLocalMode: flagValue(running.flags, 'detect-local-mode'),
    masqueradesAll: flagValue(running.flags, 'masquerade-all'),
  }
}

/** Why nobody can tell whether its configuration is on this host. */
export async function kubeProxyGap(probe: Probe): Promise<Unknown | undefined> {
  return (
    (await podConfigMapGap(probe, 'kube-proxy', 'config.conf')) ??
    (await probe.once(componentGap)) ??
    (await probe.once(rancherGap))
  )
}

/** kubeadm fills an empty clusterCIDR from the podSubnet of the same file (cmd/kubeadm/app/componentconfigs/kubeproxy.go). */
function fromDocument(document: ClusterDocument, documents: readonly ClusterDocument[]): KubeProxyConfig {
  const setting = (...path: readonly string[]): Located<string> | undefined => {
    const node = settingAt(document.settings, ...path)
    return node && node.value !== null && node.value !== '' ? at(String(plainSetting(node)), node.source) : undefined
  }
  const beside = documents.filter(({path}) => path === document.path)
  const [podSubnet] = documentSettings(beside, 'ClusterConfiguration', 'networking', 'podSubnet')
  const filled = podSubnet && typeof podSubnet.value === 'string' ? at(podSubnet.value, podSubnet.source) : undefined
  const written = settingAt(document.settings, 'clusterCIDR')
  return {
    source: written?.source ?? {kind: 'file', path: document.path},
    clusterCidr: setting('clusterCIDR') ?? filled,
    detectLocalMode: setting('detectLocalMode'),
    masqueradesAll: setting('iptables', 'masqueradeAll'),
  }
}
