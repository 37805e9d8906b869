import type {Probe} from '../facts/probe.ts'
import {at, type Located, Unknown} from '../facts/value.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'
import {documentSettings} from './cluster-documents.ts'
import {declaredFlag} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'
import {rancherConfig} from './rancher-config.ts'
import {toldStatements} from './told-statements.ts'

/**
 * The API server's address as it is written: by the user, the kubelet's kubeconfig, the configuration kubeadm joins with,
 * k3s or RKE2, or a flag of old kubelets; undefined where nothing tells.
 */
export async function apiServerOf(probe: Probe): Promise<Located<string> | undefined> {
  const [told] = await toldStatements(probe, 'apiServer')
  if (told) return at(told.value, told.source)
  const config = await probe.once(kubeletConfig)
  for (const flag of ['kubeconfig', 'bootstrap-kubeconfig']) {
    const path = kubeletFlag(config, flag)
    const server = path && !(path instanceof Unknown) ? await serverOf(probe, path.value) : undefined
    if (server) return server
  }
  return fromConfiguration(probe, flagValue(config.command.flags, 'api-servers'))
}

async function fromConfiguration(
  probe: Probe,
  ofOldKubelet: Located<string> | undefined,
): Promise<Located<string> | undefined> {
  const [{declarations, documents}, rancher] = await Promise.all([probe.once(controlPlane), probe.once(rancherConfig)])
  const [setting] = [
    ...documentSettings(documents, 'ClusterConfiguration', 'controlPlaneEndpoint'),
    ...documentSettings(documents, 'JoinConfiguration', 'discovery', 'bootstrapToken', 'apiServerEndpoint'),
  ]
  if (typeof setting?.value === 'string' && setting.value !== '') return at(setting.value, setting.source)
  const ofRancher = rancher && flagValue(rancher.flags, 'server')
  if (ofRancher) return ofRancher
  const master = declaredFlag(declarations, 'kube-proxy', 'master').find(({isInForce}) => isInForce)
  return master ? at(master.value, master.source) : ofOldKubelet
}

/** The server of a kubeconfig's current context, or of its only cluster. */
async function serverOf(probe: Probe, path: string): Promise<Located<string> | undefined> {
  const text = await probe.readFile(path)
  const parsed = text.state === 'read' ? parseYaml(text.value) : undefined
  if (!parsed?.ok) return undefined
  const named = (list: string, name: unknown) =>
    (itemsOf(nodeAt(parsed.value, list)) ?? []).find((item) => nodeAt(item, 'name')?.value === name)
  const context = named('contexts', nodeAt(parsed.value, 'current-context')?.value)
  const cluster = named('clusters', nodeAt(context, 'context', 'cluster')?.value) ?? nodeAt(parsed.value, 'clusters', 0)
  const server = nodeAt(cluster, 'cluster', 'server')
  return typeof server?.value === 'string' ? at(server.value, {kind: 'file', path, line: server.line}) : undefined
}
