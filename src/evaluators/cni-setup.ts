import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, Located, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import type {Version} from '../text/version.ts'
import {newestCniVersion} from './cni-versions.ts'
import type {CniLoader} from './cni-winner.ts'
import {installedVersion} from './component-version.ts'

/** Whose loader reads CNI configuration on this host, and what it is told. */
export interface CniSetup {
  readonly loader: CniLoader
  readonly release: Located<Version> | Unknown
  readonly confDir: Located<string>
  readonly binDirs: readonly Located<string>[]
  readonly maxConfNum: Leaf<number>
  readonly defaultNetwork: Leaf<string>
  /** The template the runtime makes a configuration of; empty for none. */
  readonly template: Leaf<string>
  /** The runtime runs the loopback plugin for every pod. */
  readonly usesLoopback: Leaf<boolean>
}

/** A directory setting without the slash that some defaults end in. */
export function directoryLeaf(leaf: Leaf<string>, fallback: Source): Located<string> | Unknown {
  if (typeof leaf === 'string') return at(trimmed(leaf), fallback)
  return leaf instanceof Located ? at(trimmed(leaf.value), leaf.source) : leaf
}

/** Directories, each with its own place or that of the list; empty ones are left out. */
export function directoryLeaves(
  leaf: Leaf<readonly Leaf<string>[]>,
  fallback: Source,
): readonly Located<string>[] | Unknown {
  if (leaf instanceof Unknown) return leaf
  const [items, source] = leaf instanceof Located ? [leaf.value, leaf.source] : [leaf, fallback]
  const directories: Located<string>[] = []
  for (const item of items) {
    const directory = directoryLeaf(item, source)
    if (directory instanceof Unknown) return directory
    if (directory.value !== '') directories.push(directory)
  }
  return directories
}

/** The release of the program whose loader it is. */
export async function loaderRelease(probe: Probe, loader: Exclude<CniLoader, ''>): Promise<CniSetup['release']> {
  return probe.once(installedVersion, loader === 'cri-o' ? 'crio' : loader === 'dockershim' ? 'kubelet' : loader)
}

/** The newest CNI version the loader's release understands. */
export function loaderCniVersion({loader, release}: Pick<CniSetup, 'loader' | 'release'>): Leaf<string> {
  if (!(release instanceof Located)) return release
  const newest = loader === '' ? undefined : newestCniVersion(loader, release.value)
  return newest === undefined
    ? unknown(`${loader} ${release.value.text} is too old to be known`)
    : at(newest, release.source)
}

/** Which distribution brings CNI by itself: Container-Optimized OS keeps plugins where no other system does, the rest tell by how the kubelet is started. */
export function distributionOf(layout: string, binDirs: readonly string[]): string {
  if (['k3s', 'rke2', 'k0s', 'microk8s'].includes(layout)) return layout
  return binDirs.includes('/home/kubernetes/bin') ? 'cos' : ''
}

/** MicroK8s writes the variable of snaps into its configuration. */
function trimmed(path: string): string {
  const expanded = path.replace(/^\$\{SNAP_DATA\}/, '/var/snap/microk8s/current')
  return expanded.length > 1 ? expanded.replace(/\/+$/, '') : expanded
}
