import type {Probe} from '../facts/probe.ts'
import {bare, type Unknown, unknown} from '../facts/value.ts'
import type {CniFile} from './cni-files.ts'
import {cniPluginFile} from './cni-plugin.ts'

/** Whose loader reads the configuration. */
export type CniLoader = 'containerd' | 'cri-o' | 'cri-dockerd' | 'dockershim' | ''

/** What a loader makes of the files of its directory, in order. */
export interface CniChoice {
  /** The files the loader looks at. */
  readonly considered: readonly CniFile[]
  /** The configuration that counts: the one loaded, or where none can be loaded the first one that would be. */
  readonly winner: CniFile | undefined
  /** Why another file may count, or what the winner says is not known. */
  readonly gap: Unknown | undefined
  /** Files the loader passes over because a plugin they name is not there. */
  readonly passedOver: readonly CniFile[]
  /** The loader accepts the winner and the network is ready. */
  readonly isLoaded: boolean
}

/**
 * Chooses as the loaders do. containerd takes the first `max_conf_num` files and nothing at all when one of them is invalid
 * (go-cni, opts.go). CRI-O and the Docker shims pass over a file that is invalid or names a plugin they cannot run; CRI-O
 * waits for `cni_default_network` where that is set (ocicni, cri-dockerd network/cni). An unknown loader is taken for one
 * that passes over.
 */
export async function chooseCniConfig(
  probe: Probe,
  files: readonly CniFile[],
  loader: CniLoader,
  settings: {readonly maxConfNum: number; readonly defaultNetwork: string; readonly binDirs: string},
): Promise<CniChoice> {
  const loadable = files.filter((file) => file.isLoadable)
  if (loader === 'containerd') {
    const considered = settings.maxConfNum > 0 ? loadable.slice(0, settings.maxConfNum) : loadable
    const isLoaded = considered.length > 0 && considered.every(({config}) => !config.problem)
    const winner = considered.find(({config}) => config.problem) ?? considered[0]
    return {considered, winner, isLoaded, passedOver: [], gap: gapUpTo(winner, considered)}
  }
  const named = loadable.filter(
    (file) => settings.defaultNetwork === '' || file.gap || networkName(file) === settings.defaultNetwork,
  )
  const valid = named.filter(({config}) => !config.problem)
  const runnable = await Promise.all(valid.map((file) => canRun(probe, file, settings.binDirs)))
  const chosen = valid.find((_, index) => runnable[index])
  const winner = chosen ?? valid[0] ?? named[0]
  const passedOver = valid.filter((file, index) => file !== winner && !runnable[index])
  return {considered: loadable, winner, isLoaded: chosen !== undefined, passedOver, gap: gapUpTo(winner, named)}
}

/** A file that cannot be read, if it is the winner or comes before it. */
function gapUpTo(winner: CniFile | undefined, files: readonly CniFile[]): Unknown | undefined {
  const gap = files.slice(0, winner ? files.indexOf(winner) + 1 : files.length).find((file) => file.gap)?.gap
  return gap && unknown(gap.reason, gap.source)
}

/** The name a configuration goes by: CRI-O names one without a name after its file. */
export function networkName({config, name}: CniFile): string {
  return config.name?.value || name
}

/** Whether every plugin of the list is there and can be run; plugins for addresses are not asked for. */
async function canRun(probe: Probe, {config}: CniFile, binDirs: string): Promise<boolean> {
  const types = config.plugins.flatMap(({type}) => (type ? [type.value] : []))
  const plugins = await Promise.all(types.map((type) => probe.once(cniPluginFile, type, binDirs)))
  return plugins.every(
    ({exists, isExecutable, isTruncated}) =>
      bare(exists) !== false && bare(isExecutable) !== false && bare(isTruncated) !== true,
  )
}
