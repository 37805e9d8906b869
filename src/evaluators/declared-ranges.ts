import type {Probe} from '../facts/probe.ts'
import {bare, sourceOf} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type ClusterDocument, documentSettings} from './cluster-documents.ts'
import {type Component, type ComponentDeclaration, declaredFlag} from './component-declaration.ts'
import {controlPlane} from './control-plane.ts'
import {k0sRanges} from './k0s-ranges.ts'
import {overlayOf} from './overlay.ts'
import type {RangeDeclaration, RangePurpose} from './range-declaration.ts'
import {plainSetting} from './setting-tree.ts'
import {toldStatements} from './told-statements.ts'

/**
 * Every declaration of the ranges of pods and services, strongest first: the user, kubeadm's configuration, the components,
 * the network plugin. A place read twice, as a file and as the process it started, is there once.
 */
export async function declaredRanges(probe: Probe): Promise<readonly RangeDeclaration[]> {
  const [{declarations, documents}, told, k0s, network] = await Promise.all([
    probe.once(controlPlane),
    toldRanges(probe),
    probe.once(k0sRanges),
    networkRanges(probe),
  ])
  const kubeadm = fromDocuments(documents, kubeadmSettings)
  const others = fromDocuments(documents, otherSettings)
  const isAsked = probe.told.kubeadmConfig !== undefined
  const flags = fromFlags(declarations)
  return distinct([
    ...told,
    ...(isAsked ? kubeadm : []),
    ...flags,
    ...(isAsked ? [] : kubeadm),
    ...others,
    ...k0s,
    ...network,
  ])
}

async function toldRanges(probe: Probe): Promise<readonly RangeDeclaration[]> {
  const keys = [
    ['podCidr', 'pods', '--pod-cidr'],
    ['serviceCidr', 'services', '--service-cidr'],
  ] as const
  const found = await Promise.all(keys.map(([key]) => toldStatements(probe, key)))
  return keys.flatMap(([key, purpose, flag], index) =>
    (found[index] ?? []).map(({value, source}) => {
      const name = source.kind === 'flag' ? flag : key
      return {
        purpose,
        by: 'user',
        name: `the user (${name})`,
        text: value,
        source,
        isInForce: true,
        basis: 'set' as const,
      }
    }),
  )
}

type FlagPlace = readonly [component: Component, flag: string, purpose: RangePurpose]

const flagPlaces: readonly FlagPlace[] = [
  ['kube-controller-manager', 'cluster-cidr', 'pods'],
  ['kube-proxy', 'cluster-cidr', 'pods'],
  ['kube-apiserver', 'service-cluster-ip-range', 'services'],
  ['kube-controller-manager', 'service-cluster-ip-range', 'services'],
]

/** Those in force come first; a file that all components share is named by itself. */
function fromFlags(declarations: readonly ComponentDeclaration[]): readonly RangeDeclaration[] {
  const found = flagPlaces.flatMap(([component, flag, purpose]) =>
    declaredFlag(declarations, component, flag)
      .filter(({value}) => value !== '')
      .map(({component: owner, value, source, by, isInForce}): RangeDeclaration => {
        const basis = source.kind === 'default' ? 'default' : 'set'
        const name = owner === '' ? `--${flag}` : `${component} --${flag}`
        const isRancher = by === 'k3s' || by === 'rke2'
        return {purpose, by: isRancher ? by : component, name, text: value, source, isInForce, basis}
      }),
  )
  return [...found.filter(({isInForce}) => isInForce), ...found.filter(({isInForce}) => !isInForce)]
}

type Setting = readonly [kind: string, by: string, path: readonly string[], purpose: RangePurpose]

const kubeadmSettings: readonly Setting[] = ['ClusterConfiguration', 'MasterConfiguration'].flatMap(
  (kind): readonly Setting[] => [
    [kind, 'kubeadm', ['networking', 'podSubnet'], 'pods'],
    [kind, 'kubeadm', ['networking', 'serviceSubnet'], 'services'],
  ],
)

const otherSettings: readonly Setting[] = [
  ['KubeProxyConfiguration', 'kube-proxy', ['clusterCIDR'], 'pods'],
  ['NodeConfig', 'nodeadm', ['spec', 'cluster', 'cidr'], 'services'],
]

function fromDocuments(
  documents: readonly ClusterDocument[],
  settings: readonly Setting[],
): readonly RangeDeclaration[] {
  return settings.flatMap(([kind, by, path, purpose]) =>
    documentSettings(documents, kind, ...path).flatMap((setting) => {
      const text = plainSetting(setting)
      if (typeof text !== 'string' || text === '') return []
      const name = `${by} ${path.at(-1)}`
      return [{purpose, by, name, text, source: setting.source, isInForce: true, basis: 'set' as const}]
    }),
  )
}

/** The network plugin's own range; bridge networks of unknown extent have none. */
async function networkRanges(probe: Probe): Promise<readonly RangeDeclaration[]> {
  const overlay = await probe.once(overlayOf)
  const text = overlay?.networks.map(bare).join(',') ?? ''
  if (!overlay || overlay.basis === '' || text === '') return []
  const by = overlay.plugin.value
  const source: Source = sourceOf(overlay.networks[0]) ?? {kind: 'default', of: by}
  return [{purpose: 'pods', by, name: `the network of ${by}`, text, source, isInForce: true, basis: overlay.basis}]
}

/** Of declarations that one line made, or that say the same in the same setting, the first. */
function distinct(declarations: readonly RangeDeclaration[]): readonly RangeDeclaration[] {
  const seen = new Set<string>()
  return declarations.filter(({purpose, name, text, source}) => {
    const place = source.kind === 'file' && source.line !== undefined ? `${source.path}:${source.line}` : ''
    const keys = [`${purpose} ${name} ${text}`, ...(place === '' ? [] : [`${purpose} ${text} ${place}`])]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}
