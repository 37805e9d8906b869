import type {Probe} from '../facts/probe.ts'
import {Unknown, unknown} from '../facts/value.ts'
import type {DocumentNode} from '../text/document.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {configDirectories, mayBeUsed} from './cni-directories.ts'
import {cniFiles} from './cni-files.ts'
import {networkOf} from './cni-networks.ts'

/** The network configuration that pods get: the network it belongs to, and the options of the plugins it chains. */
export interface OverlayCniConfig {
  readonly path: string
  /** In the names of `--network-plugin`. */
  readonly network: string
  readonly types: readonly string[]
  readonly plugins: readonly DocumentNode[]
}

/**
 * The first valid file of the first directory that holds any. A configuration that hands pods on, such as that of Multus,
 * stands for the file after it or for its own delegate. Undefined where there is none.
 */
export async function overlayCniConfig(probe: Probe): Promise<OverlayCniConfig | undefined> {
  const found = await Promise.all((await directories(probe)).map((directory) => probe.once(cniFiles, directory)))
  for (const each of found) {
    const files =
      each.state === 'read' ? each.files.filter((file) => file.isLoadable && !file.config.problem && !file.gap) : []
    const configs = files.map(({path, name, config}) =>
      configOf(
        path,
        name,
        config.plugins.map(({options}) => options),
      ),
    )
    const [first] = configs
    if (!first) continue
    if (first.network !== 'meta') return first
    const delegates = first.plugins.flatMap((plugin) => itemsOf(nodeAt(plugin, 'delegates')) ?? [])
    return configs.find(({network}) => network !== 'meta') ?? configOf(first.path, '', delegates.flatMap(pluginsOf))
  }
  return undefined
}

/** Why nobody can tell which configuration that is: a file or directory before any that is valid cannot be read. */
export async function overlayCniConfigGap(probe: Probe): Promise<Unknown | undefined> {
  for (const directory of await directories(probe)) {
    const found = await probe.once(cniFiles, directory)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const used = await mayBeUsed(probe, directory)
    if (used instanceof Unknown && found.files.length > 0) return used
    for (const {isLoadable, config, gap} of found.files) {
      if (isLoadable && gap) return unknown(gap.reason, gap.source)
      if (isLoadable && !config.problem) return undefined
    }
  }
  return undefined
}

function configOf(path: string, name: string, plugins: readonly DocumentNode[]): OverlayCniConfig {
  const types = plugins.flatMap((plugin) => {
    const type = nodeAt(plugin, 'type')?.value
    return typeof type === 'string' ? [type] : []
  })
  return {path, network: networkOf(name, types), types, plugins}
}

/** A delegate is a plugin or a list of plugins. */
function pluginsOf(delegate: DocumentNode): readonly DocumentNode[] {
  return itemsOf(nodeAt(delegate, 'plugins')) ?? [delegate]
}

/** Those of distributions first: where one is there, nothing reads the others. */
async function directories(probe: Probe): Promise<readonly string[]> {
  const [common = '', ...own] = await configDirectories(probe)
  return [...own, common]
}
