import type {Probe} from '../facts/probe.ts'
import {type DocumentNode, nodeAt} from '../text/document.ts'
import {parseYamlDocuments} from '../text/yaml.ts'
import type {ComponentDeclaration} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {podConfigMapFiles} from './pod-config-maps.ts'
import {type SettingNode, settingAt, settingsOf} from './setting-tree.ts'

/** A configuration document found on this host or given by the user, such as a kubeadm ClusterConfiguration. */
export interface ClusterDocument {
  readonly kind: string
  readonly path: string
  readonly settings: SettingNode
  /** The document with the place of every value, those in lists included. */
  readonly node: DocumentNode
}

/**
 * Reads the documents that describe the cluster: the kubeadm configuration the user names, then those left on the host, and
 * the configuration of kube-proxy.
 */
export async function clusterDocuments(
  probe: Probe,
  declarations: readonly ComponentDeclaration[],
): Promise<readonly ClusterDocument[]> {
  const told = probe.told.kubeadmConfig
  const proxyConfigs = declarations.flatMap(({component, flags}) => {
    const path = component === 'kube-proxy' ? flagValue(flags, 'config')?.value : undefined
    return path === undefined ? [] : [path]
  })
  const found = await Promise.all([kubeadmPaths(probe), podConfigMapFiles(probe, 'kube-proxy', 'config.conf')])
  const paths = new Set([...found[0], ...proxyConfigs, ...otherFiles, ...found[1]])
  const texts = await Promise.all([...paths].map(async (path) => ({path, text: await probe.readFile(path)})))
  return [
    ...(told ? documentsOf(told.path, told.text) : []),
    ...texts.flatMap(({path, text}) => (text.state === 'read' ? documentsOf(path, text.value) : [])),
  ]
}

/** The value every document of a kind gives a setting, in the order of the documents. */
export function documentSettings(
  documents: readonly ClusterDocument[],
  kind: string,
  ...path: readonly string[]
): readonly SettingNode[] {
  return documents
    .filter((document) => document.kind === kind)
    .flatMap(({settings}) => settingAt(settings, ...path) ?? [])
}

function documentsOf(path: string, text: string): readonly ClusterDocument[] {
  const parsed = parseYamlDocuments(text)
  if (!parsed.ok) return []
  return parsed.value.flatMap((node) => {
    const kind = nodeAt(node, 'kind')?.value
    return typeof kind === 'string' ? [{kind, path, settings: settingsOf(node, path), node}] : []
  })
}

/** Where kubeadm's configuration is kept; files of its name in other places count where none is in a usual one. */
async function kubeadmPaths(probe: Probe): Promise<readonly string[]> {
  const listed = await Promise.all(configDirectories.map((directory) => yamlFiles(probe, directory)))
  const statuses = await probe.status(kubeadmFiles)
  const usual = [...kubeadmFiles.filter((path) => statuses.get(path)?.state !== 'absent'), ...listed.flat()]
  if (usual.length > 0) return usual
  const others = await Promise.all(otherDirectories.map((directory) => yamlFiles(probe, directory)))
  return others.flat().filter((path) => /\/kubeadm[^/]*$/.test(path))
}

async function yamlFiles(probe: Probe, directory: string): Promise<readonly string[]> {
  const listed = await probe.list(directory)
  const names = listed.state === 'read' ? listed.value : []
  return names.filter((name) => /\.(ya?ml|json|conf)$/.test(name)).map((name) => `${directory}/${name}`)
}

const configDirectories = ['/etc/kubeadm', '/etc/kubernetes/kubeadm', '/run/kubeadm', '/etc/eks/nodeadm.d']
const otherDirectories = ['/etc/kubernetes', '/etc', '/root', '/var/tmp/minikube', '/kind']
const kubeadmFiles = [
  '/etc/kubernetes/kubeadm-config.yaml',
  '/etc/kubernetes/kubeadm-config.yml',
  '/etc/kubernetes/kubeadm.yaml',
  '/etc/kubeadm.yaml',
  '/etc/kubeadm.yml',
  '/root/kubeadm-config.yaml',
]
const otherFiles = ['/var/lib/kube-proxy/config.conf', '/var/lib/kube-proxy/config']
