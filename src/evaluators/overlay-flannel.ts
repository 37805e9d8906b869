import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, type Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {contains, parseCidr} from '../text/cidr.ts'
import {netConfProblems, usedNetworks} from '../text/flannel-net-conf.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {flagValue} from './component-flags.ts'
import {type FlannelNetConf, flannelNetConf, flannelNetConfGap, netConfSource, netConfText} from './flannel-net-conf.ts'
import {type FlannelOptions, flannelOptions} from './flannel-options.ts'
import {type FlannelSubnetFile, flannelSubnetFile} from './flannel-subnet-file.ts'
import type {OverlayNetwork} from './overlay-network.ts'
import {rancherConfig} from './rancher-config.ts'

/** What flannel does on this host, and what only flannel has. */
export interface FlannelNetwork extends OverlayNetwork {
  readonly options: FlannelOptions
  readonly netConf: FlannelNetConf | undefined
  readonly netConfGap: Unknown | undefined
  readonly netConfProblems: readonly Located<string>[]
  /** The back end that its configuration names; undefined where it names none. */
  readonly namedBackend: Located<string> | undefined
  /** The subnets it leased with the network each should lie in. */
  readonly leases: readonly FlannelLease[] | Unknown
}

/** A subnet and whether it lies in the network of the same file. */
interface FlannelLease {
  readonly subnet: Located<string>
  readonly network: Located<string>
  readonly isInside: boolean
}

/**
 * Reads flannel's options or those of the k3s that embeds it, its network configuration and the subnet file it wrote last.
 * `networks` are those of its configuration, else the last ones, else the default of its manifest.
 */
export async function overlayFlannel(probe: Probe): Promise<FlannelNetwork> {
  const [options, embedded] = await Promise.all([probe.once(flannelOptions), embeddedFlannel(probe)])
  const netConfPath = options.option('net-config-path')?.value ?? '/etc/kube-flannel/net-conf.json'
  const subnetPath = options.option('subnet-file')?.value ?? '/run/flannel/subnet.env'
  const [netConf, netConfGap, subnetFile] = await Promise.all([
    probe.once(flannelNetConf, netConfPath),
    probe.once(flannelNetConfGap, netConfPath),
    probe.once(flannelSubnetFile, subnetPath),
  ])
  const subnetGap =
    subnetFile.state === 'unreadable' ? unknown(`${subnetPath} ${subnetFile.reason}`, subnetFile.source) : undefined
  const variables: FlannelSubnetFile = subnetFile.state === 'read' ? subnetFile.value : new Map()
  const configured = usedNetworks(netConf?.document).flatMap((key) => (netConf && netConfText(netConf, key)) ?? [])
  const written = ['FLANNEL_NETWORK', 'FLANNEL_IPV6_NETWORK'].flatMap((name) => variables.get(name) ?? [])
  const networks = [configured, embedded?.networks ?? [], written].find(({length}) => length > 0)
  const named = netConf && netConfText(netConf, 'Backend', 'Type')
  const mtu = variables.get('FLANNEL_MTU')
  return {
    networks: networks ?? [at('10.244.0.0/16', {kind: 'default', of: 'flannel'})],
    basis: networks ? 'set' : 'assumed',
    subnets: ['FLANNEL_SUBNET', 'FLANNEL_IPV6_SUBNET'].flatMap((name) => variables.get(name) ?? []),
    masquerades: masquerades(
      options.option('ip-masq') ?? embedded?.masquerades ?? variables.get('FLANNEL_IPMASQ'),
      options.isSeen,
    ),
    backend: named ?? embedded?.backend ?? (await backendOfDevice(probe)),
    interface: options.interface,
    mtuBytes: mtu && /^\d{1,6}$/.test(mtu.value) ? at(Number(mtu.value), mtu.source) : 0,
    options,
    gap: netConfGap ?? subnetGap,
    netConf,
    netConfGap,
    netConfProblems: netConf ? problemsOf(netConf, options.usesKubernetes) : [],
    namedBackend: named ?? embedded?.backend,
    leases: subnetGap ?? leasesOf(variables),
  }
}

/** flanneld masquerades only when it is told to; out of sight it is a pod, whose manifest passes --ip-masq. */
function masquerades(given: Located<string> | undefined, isSeen: boolean): Leaf<boolean> {
  if (!given) return at(!isSeen, {kind: 'default', of: 'flannel'})
  return at(parseGoBool(given.value) ?? false, given.source)
}

function problemsOf(netConf: FlannelNetConf, usesKubernetes: Leaf<boolean>): readonly Located<string>[] {
  const {document, problem, path, lineOffset} = netConf
  if (!document) {
    const line = (problem?.line ?? 1) + lineOffset
    return [at(`it is no JSON: ${problem?.message ?? ''}`, {kind: 'file', path, line})]
  }
  const isCutByFlannel = bare(usesKubernetes) === false
  return netConfProblems(document, isCutByFlannel).map(({message, line}) => at(message, netConfSource(netConf, {line})))
}

/** Without a Backend stanza flannel takes udp, whose device is flannel0; vxlan makes flannel.1. */
async function backendOfDevice(probe: Probe): Promise<Leaf<string>> {
  const devices = [
    ['/sys/class/net/flannel0', 'udp'],
    ['/sys/class/net/flannel.1', 'vxlan'],
    ['/sys/class/net/flannel-wg', 'wireguard'],
  ] as const
  const statuses = await probe.status(devices.map(([path]) => path))
  const found = devices.find(([path]) => statuses.get(path)?.state === 'read')
  return found ? at(found[1], {kind: 'file', path: found[0]}) : ''
}

function leasesOf(variables: FlannelSubnetFile): readonly FlannelLease[] {
  return ['FLANNEL', 'FLANNEL_IPV6'].flatMap((prefix) => {
    const [network, subnet] = [variables.get(`${prefix}_NETWORK`), variables.get(`${prefix}_SUBNET`)]
    const inner = subnet && parseCidr(subnet.value)
    if (!network || !subnet || !inner?.ok) return []
    const outer = network.value.split(',').map((block) => parseCidr(block.trim()))
    const isInside = outer.some((block) => block.ok && contains(block.value, inner.value))
    return [{subnet, network, isInside}]
  })
}

interface EmbeddedFlannel {
  readonly networks: readonly Located<string>[]
  readonly masquerades: Located<string>
  readonly backend: Located<string>
}

/** flannel inside k3s, and in the canal of RKE2, takes the cluster's range and always masquerades. */
async function embeddedFlannel(probe: Probe): Promise<EmbeddedFlannel | undefined> {
  const rancher = await probe.once(rancherConfig)
  if (!rancher) return undefined
  const source: Source = {kind: 'default', of: rancher.distribution}
  const given = rancher.flags.flags.get('cluster-cidr')?.occurrences
  const ranges = given?.flatMap(({value, source: place}) => value.split(',').map((range) => at(range.trim(), place)))
  return {
    networks: ranges ?? (rancher.isServer ? [at('10.42.0.0/16', source)] : []),
    masquerades: at('true', source),
    backend: flagValue(rancher.flags, 'flannel-backend') ?? at('vxlan', source),
  }
}
