import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located} from '../facts/value.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'
import {type AddonObject, addonManifests, addonsOfKind} from './addon-manifests.ts'
import {type OverlayNetwork, unknownNetwork} from './overlay-network.ts'
import {podConfigMapFiles, podConfigMapGap} from './pod-config-maps.ts'

/** What Cilium does on this host, and how it hands out addresses: cluster-pool, kubernetes, eni …; empty when unknown. */
export interface CiliumNetwork extends OverlayNetwork {
  readonly ipam: Leaf<string>
}

/** Reads Cilium's settings from its config map, as a manifest or mounted into its pod, or from RKE2's chart values. */
export async function overlayCilium(probe: Probe): Promise<CiliumNetwork> {
  const objects = await probe.once(addonManifests)
  const setting = async (key: string, ...chart: readonly string[]): Promise<Located<string> | undefined> =>
    fromConfigMap(objects, key) ?? (await fromPod(probe, key)) ?? fromChart(objects, chart)
  const [ipam, pool4, pool6, masquerade, tunnel, routing, mask] = await Promise.all([
    setting('ipam', 'ipam', 'mode'),
    setting('cluster-pool-ipv4-cidr', 'ipam', 'operator', 'clusterPoolIPv4PodCIDRList'),
    setting('cluster-pool-ipv6-cidr', 'ipam', 'operator', 'clusterPoolIPv6PodCIDRList'),
    setting('enable-ipv4-masquerade', 'enableIPv4Masquerade'),
    setting('tunnel-protocol', 'tunnelProtocol'),
    setting('routing-mode', 'routingMode'),
    setting('cluster-pool-ipv4-mask-size', 'ipam', 'operator', 'clusterPoolIPv4MaskSize'),
  ])
  const isPool = ipam === undefined ? pool4 !== undefined : ipam.value.startsWith('cluster-pool')
  const set = [pool4, pool6].flatMap((pool) => pool ?? [])
  const fallback = ipam && isPool ? [at('10.0.0.0/8', {kind: 'default' as const, of: 'cilium'})] : []
  const gaps = await Promise.all(rangeSettings.map((key) => podConfigMapGap(probe, 'cilium-config-path', key)))
  return {
    ...unknownNetwork,
    gap: gaps.find((gap) => gap !== undefined),
    networks: isPool && set.length > 0 ? set : fallback,
    basis: isPool ? (set.length > 0 ? 'set' : 'default') : '',
    masquerades: at(masquerade?.value !== 'false', masquerade?.source ?? {kind: 'default', of: 'cilium'}),
    backend: routing?.value === 'native' ? at('native', routing.source) : (tunnel ?? ''),
    ...(isPool && mask && /^\d{1,2}$/.test(mask.value) ? {nodeMask: at(Number(mask.value), mask.source)} : {}),
    ipam: ipam ?? (isPool ? 'cluster-pool' : ''),
  }
}

const rangeSettings = ['ipam', 'cluster-pool-ipv4-cidr', 'cluster-pool-ipv6-cidr', 'cluster-pool-ipv4-mask-size']

function fromConfigMap(objects: readonly AddonObject[], key: string): Located<string> | undefined {
  for (const {path, document} of addonsOfKind(objects, 'ConfigMap')) {
    const value = nodeAt(document, 'data', key)
    if (typeof value?.value === 'string') return at(value.value.trim(), {kind: 'file', path, line: value.line})
  }
  return undefined
}

async function fromPod(probe: Probe, key: string): Promise<Located<string> | undefined> {
  const [path] = await podConfigMapFiles(probe, 'cilium-config-path', key)
  const text = path === undefined ? undefined : await probe.readFile(path)
  return path !== undefined && text?.state === 'read' ? at(text.value.trim(), {kind: 'file', path, line: 1}) : undefined
}

/** The values of a HelmChartConfig are YAML inside a text of YAML. */
function fromChart(objects: readonly AddonObject[], keys: readonly string[]): Located<string> | undefined {
  for (const {path, document} of addonsOfKind(objects, 'HelmChartConfig')) {
    const content = nodeAt(document, 'spec', 'valuesContent')
    const isCilium = String(nodeAt(document, 'metadata', 'name')?.value ?? '').includes('cilium')
    const values = isCilium && typeof content?.value === 'string' ? parseYaml(content.value) : undefined
    const node: DocumentNode | undefined = values?.ok ? nodeAt(values.value, ...keys) : undefined
    if (!node || !content) continue
    const text =
      itemsOf(node)
        ?.map(({value}) => String(value))
        .join(',') ?? String(node.value)
    return at(text, {kind: 'file', path, line: content.line + node.line})
  }
  return undefined
}
