import type {Probe} from '../facts/probe.ts'
import {type CniPluginEntry, cniOption, pluginEntry, textOf} from '../text/cni-config.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {type CniFile, cniFileAt, cniFiles} from './cni-files.ts'

/** The network that gives pods their first interface: its name, its plugins, and the file these are written in. */
export interface PodNetwork {
  readonly path: string
  readonly name: string
  readonly plugins: readonly CniPluginEntry[]
}

/** The network of the configuration file at a path; undefined where none is there. */
export async function podNetworkAt(probe: Probe, path: string): Promise<PodNetwork | undefined> {
  const file = await cniFileAt(probe, path)
  return file && podNetwork(probe, file)
}

/**
 * The network that a configuration attaches pods to: its own or, where it is that of multus, the one multus hands pods on to,
 * which is its first delegate or the file it names.
 */
export async function podNetwork(probe: Probe, file: CniFile): Promise<PodNetwork> {
  const multus = multusOf(file)
  if (!multus) return networkIn(file)
  const [delegate] = itemsOf(cniOption(multus.options, 'delegates')) ?? []
  if (!delegate) return networkIn((await clusterNetworkFile(probe, file)) ?? file)
  const plugins = itemsOf(nodeAt(delegate, 'plugins')) ?? [delegate]
  return {path: file.path, name: textOf(cniOption(delegate, 'name'))?.value ?? '', plugins: plugins.map(pluginEntry)}
}

/**
 * The file of the network that multus hands pods on to: `clusterNetwork` as a path, which is that in the container of its
 * daemon, or as a name; without it the daemon takes the first file beside its own. Undefined where multus carries the
 * network itself, or the cluster keeps it.
 */
export async function clusterNetworkFile(probe: Probe, file: CniFile): Promise<CniFile | undefined> {
  const multus = multusOf(file)
  if (!multus || (itemsOf(cniOption(multus.options, 'delegates')) ?? []).length > 0) return undefined
  const named = textOf(cniOption(multus.options, 'clusterNetwork'))?.value ?? ''
  if (named.includes('/')) return cniFileAt(probe, named.replace(/^\/host\//, '/'))
  const own = file.path.slice(0, file.path.lastIndexOf('/'))
  const directory = textOf(cniOption(multus.options, 'confDir'))?.value ?? own
  const listed = await probe.once(cniFiles, named === '' ? own : directory)
  const others = listed.state === 'read' ? listed.files.filter((each) => each.isLoadable && !multusOf(each)) : []
  return named === '' ? others[0] : others.find(({config}) => config.name?.value === named)
}

function multusOf({config}: CniFile): CniPluginEntry | undefined {
  return config.plugins.find(({type}) => type?.value === 'multus' || type?.value === 'multus-shim')
}

function networkIn({path, config}: CniFile): PodNetwork {
  return {path, name: config.name?.value ?? '', plugins: config.plugins}
}
