import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, Unknown} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {apiServerOf} from './api-server.ts'
import {documentSettings} from './cluster-documents.ts'
import {declaredFlag} from './component-declaration.ts'
import {installedVersion} from './component-version.ts'
import {controlPlane} from './control-plane.ts'
import {plannedVersion} from './kubeadm-plan.ts'
import {kubeletConfig} from './kubelet-config.ts'
import {stringLeaf, stringsLeaf} from './kubelet-leaf.ts'
import {hasKubeletCredentials} from './kubelet-state.ts'
import {overlayPlugin, overlayPluginGap} from './overlay-plugin.ts'
import {rancherConfig} from './rancher-config.ts'
import {toldStatements} from './told-statements.ts'

/** What is known of the cluster beside its ranges; texts are empty where nothing tells. */
export interface ClusterIdentity {
  readonly networkPlugin: Leaf<string>
  readonly kubernetesVersion: Leaf<string>
  readonly role: Leaf<string>
  readonly proxyMode: Leaf<string>
  readonly apiServer: Leaf<string>
  readonly clusterDns: Leaf<readonly string[]>
  readonly clusterDomain: Leaf<string>
}

/** Asks the user's statements first and the host after them; where both speak, the host's word is what was overrode. */
export async function clusterIdentity(probe: Probe): Promise<ClusterIdentity> {
  const config = await probe.once(kubeletConfig)
  const [plugin, version, role, mode, server, dns, domain] = await Promise.all([
    probe.once(overlayPlugin),
    toldOr(probe, 'kubernetesVersion', await hostVersion(probe)),
    toldOr(probe, 'role', await hostRole(probe)),
    toldOr(probe, 'proxyMode', await hostProxyMode(probe)),
    probe.once(apiServerOf),
    toldStatements(probe, 'clusterDns'),
    toldOr(probe, 'clusterDomain', await hostDomain(probe)),
  ])
  const own = stringsLeaf(config, 'clusterDNS')
  return {
    networkPlugin: plugin ?? (await probe.once(overlayPluginGap)) ?? '',
    kubernetesVersion: version,
    role,
    proxyMode: mode,
    apiServer: server ?? '',
    clusterDns: dns[0]
      ? at(
          dns[0].value.split(',').map((address) => address.trim()),
          dns[0].source,
        )
      : own,
    clusterDomain: domain,
  }
}

async function toldOr(probe: Probe, key: string, found: Leaf<string>): Promise<Leaf<string>> {
  const [told] = await toldStatements(probe, key)
  if (!told) return found
  if (found instanceof Unknown || typeof found === 'string' || found.value === told.value)
    return at(told.value, told.source)
  return at(told.value, {...told.source, overrode: [{value: found.value, source: found.source}]})
}

/** The version kubeadm is told to install, else that of the kubelet, which is never newer than the cluster. */
async function hostVersion(probe: Probe): Promise<Leaf<string>> {
  const planned = await plannedVersion(probe)
  if (planned) return planned
  const kubelet = await probe.once(installedVersion, 'kubelet')
  return kubelet instanceof Unknown ? kubelet : at(`v${kubelet.value.text}`, kubelet.source)
}

/** A host that runs a component of the control plane is a node of it; one that has joined without is a worker. */
async function hostRole(probe: Probe): Promise<Leaf<string>> {
  const [{declarations}, rancher] = await Promise.all([probe.once(controlPlane), probe.once(rancherConfig)])
  if (rancher?.unit !== undefined) {
    const source: Origin = {kind: 'default', of: rancher.unit}
    return at(rancher.isServer ? 'control-plane' : 'worker', source)
  }
  const isControlPlane = declarations.some(
    ({component, isInForce}) => isInForce && /^kube-(apiserver|controller-manager|scheduler)$/.test(component),
  )
  if (isControlPlane) return 'control-plane'
  const credentials = await hasKubeletCredentials(probe)
  return bare(credentials) === true ? 'worker' : ''
}

/** The mode that is set, else ipvs where its interface is there; empty where nothing tells. */
async function hostProxyMode(probe: Probe): Promise<Leaf<string>> {
  const {declarations, documents} = await probe.once(controlPlane)
  const rancher = await probe.once(rancherConfig)
  const disabled = rancher?.flags.flags.get('disable-kube-proxy')?.winner
  if (disabled && disabled.value !== 'false') return at('none', disabled.source)
  const flag = declaredFlag(declarations, 'kube-proxy', 'proxy-mode').find(({isInForce}) => isInForce)
  if (flag && flag.value !== '') return at(flag.value, flag.source)
  const [setting] = documentSettings(documents, 'KubeProxyConfiguration', 'mode')
  if (typeof setting?.value === 'string' && setting.value !== '') return at(setting.value, setting.source)
  const path = '/sys/class/net/kube-ipvs0'
  if ((await probe.status([path])).get(path)?.state === 'read') return at('ipvs', {kind: 'file', path})
  const isHere = declarations.some(({component, isInForce}) => component === 'kube-proxy' && isInForce)
  const isConfigured = documents.some(({kind}) => kind === 'KubeProxyConfiguration')
  const source: Source = {kind: 'default', of: 'kube-proxy'}
  return isHere || isConfigured ? at('iptables', source) : ''
}

async function hostDomain(probe: Probe): Promise<Leaf<string>> {
  const [config, {documents}] = await Promise.all([probe.once(kubeletConfig), probe.once(controlPlane)])
  const ofKubelet = stringLeaf(config, 'clusterDomain', '')
  if (bare(ofKubelet)) return ofKubelet
  const [planned] = documentSettings(documents, 'ClusterConfiguration', 'networking', 'dnsDomain')
  const isSet = typeof planned?.value === 'string' && planned.value !== ''
  return isSet ? (at(planned.value, planned.source) as Located<string>) : ofKubelet
}
