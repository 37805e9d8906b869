import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {declaredFlag} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {flannelNetConf, netConfText} from './flannel-net-conf.ts'
import {flannelSubnetFile} from './flannel-subnet-file.ts'
import type {OverlayNetwork} from './overlay-network.ts'
import {rancherConfig} from './rancher-config.ts'

/**
 * What flannel does on this host: from the options of flanneld or of the k3s that embeds it, its network configuration and
 * the subnet file it wrote last.
 */
export async function overlayFlannel(probe: Probe): Promise<OverlayNetwork> {
  const {declarations} = await probe.once(controlPlane)
  const option = (name: string): Located<string> | undefined => {
    const [given] = declaredFlag(declarations, 'flanneld', name)
    return given && at(given.value, given.source)
  }
  const embedded = await embeddedFlannel(probe)
  const [netConf, subnetFile] = await Promise.all([
    probe.once(flannelNetConf, option('net-config-path')?.value ?? '/etc/kube-flannel/net-conf.json'),
    probe.once(flannelSubnetFile, option('subnet-file')?.value ?? '/run/flannel/subnet.env'),
  ])
  const variable = (name: string) => (subnetFile.state === 'read' ? subnetFile.value.get(name) : undefined)
  const configured = ['Network', 'IPv6Network'].flatMap((key) => (netConf && netConfText(netConf, key)) ?? [])
  const written = ['FLANNEL_NETWORK', 'FLANNEL_IPV6_NETWORK'].flatMap((name) => variable(name) ?? [])
  const networks = [configured, embedded?.networks ?? [], written].find(({length}) => length > 0)
  const mtu = variable('FLANNEL_MTU')
  return {
    networks: networks ?? [at('10.244.0.0/16', {kind: 'default', of: 'flannel'})],
    basis: networks ? 'set' : 'assumed',
    subnets: ['FLANNEL_SUBNET', 'FLANNEL_IPV6_SUBNET'].flatMap((name) => variable(name) ?? []),
    masquerades: masquerades(option('ip-masq') ?? embedded?.masquerades ?? variable('FLANNEL_IPMASQ')),
    backend: (netConf && netConfText(netConf, 'Backend', 'Type')) ?? embedded?.backend ?? '',
    interface: option('iface') ?? option('iface-regex') ?? embedded?.interface ?? '',
    mtuBytes: mtu && /^\d{1,6}$/.test(mtu.value) ? at(Number(mtu.value), mtu.source) : 0,
  }
}

/** Its manifest passes --ip-masq, which flanneld by itself does not. */
function masquerades(given: Located<string> | undefined): Leaf<boolean> {
  if (!given) return at(true, {kind: 'default', of: 'flannel'})
  return at(parseGoBool(given.value) ?? false, given.source)
}

interface EmbeddedFlannel {
  readonly networks: readonly Located<string>[]
  readonly masquerades: Located<string>
  readonly backend: Located<string>
  readonly interface: Located<string> | undefined
}

/** flannel inside k3s takes the cluster's range and always masquerades. */
async function embeddedFlannel(probe: Probe): Promise<EmbeddedFlannel | undefined> {
  const rancher = await probe.once(rancherConfig)
  if (rancher?.distribution !== 'k3s') return undefined
  const source: Source = {kind: 'default', of: 'k3s'}
  const ranges = flagValue(rancher.flags, 'cluster-cidr')
  const split = ranges?.value.split(',').map((range) => at(range, ranges.source))
  return {
    networks: split ?? (rancher.isServer ? [at('10.42.0.0/16', source)] : []),
    masquerades: at('true', source),
    backend: flagValue(rancher.flags, 'flannel-backend') ?? at('vxlan', source),
    interface: flagValue(rancher.flags, 'flannel-iface'),
  }
}
