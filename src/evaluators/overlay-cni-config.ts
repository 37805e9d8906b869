import type {Probe} from '../facts/probe.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {parseJson} from '../text/json.ts'

/** The network configuration that the runtime loads first, and the plugins it chains. */
export interface CniConfig {
  readonly path: string
  readonly document: DocumentNode
  readonly plugins: readonly DocumentNode[]
}

/** The first valid file of the first directory that holds any, in the byte order of names; undefined where there is none. */
export async function overlayCniConfig(probe: Probe): Promise<CniConfig | undefined> {
  for (const directory of directories) {
    const listed = await probe.list(directory)
    const names = listed.state === 'read' ? listed.value.filter((name) => /\.(conf|conflist|json)$/.test(name)) : []
    for (const name of [...names].sort()) {
      const config = await readConfig(probe, `${directory}/${name}`)
      if (config) return config
    }
  }
  return undefined
}

/** The type of a plugin, empty where it has none. */
export function pluginType(plugin: DocumentNode): string {
  const type = nodeAt(plugin, 'type')?.value
  return typeof type === 'string' ? type : ''
}

async function readConfig(probe: Probe, path: string): Promise<CniConfig | undefined> {
  const text = await probe.readFile(path)
  const parsed = text.state === 'read' ? parseJson(text.value) : undefined
  if (!parsed?.ok) return undefined
  const plugins = itemsOf(nodeAt(parsed.value, 'plugins')) ?? [parsed.value]
  return plugins.some((plugin) => pluginType(plugin) !== '') ? {path, document: parsed.value, plugins} : undefined
}

const directories = [
  '/var/lib/rancher/k3s/agent/etc/cni/net.d',
  '/var/snap/microk8s/current/args/cni-network',
  '/etc/cni/net.d',
]
