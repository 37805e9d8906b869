import type {Probe} from '../facts/probe.ts'
import {bare, type Leaf, sourceOf} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {flagValue} from './component-flags.ts'
import {rancherConfig} from './rancher-config.ts'

/** A file or directory, where it lies unless somebody moves it, and where it was moved. */
export interface Placed {
  readonly path: string
  readonly usual: string
  readonly source?: Source
}

/** A directory and the program it belongs to. */
export type Owned = Placed & {readonly owner: string}

/**
 * The roots of the runtimes that are installed; undefined for those that are not, empty for a built-in default. The containerd
 * inside k3s or RKE2 has its usual place below theirs.
 */
export async function runtimeRoots(
  probe: Probe,
  set: Readonly<Record<keyof typeof usualRoots, Leaf<string> | undefined>>,
): Promise<readonly Owned[]> {
  const rancher = await probe.once(rancherConfig)
  const embedded = rancher?.unit === undefined ? undefined : `/var/lib/rancher/${rancher.distribution}/agent/containerd`
  const usual = embedded === undefined ? usualRoots : {...usualRoots, containerd: embedded}
  const own = (['docker', 'containerd', 'cri-o'] as const).flatMap((owner) => rootOf(owner, set[owner], usual[owner]))
  if (!rancher) return own
  const {distribution, flags} = rancher
  return [...own, ...rootOf(distribution, flagValue(flags, 'data-dir') ?? '', `/var/lib/rancher/${distribution}`)]
}

const usualRoots = {
  docker: '/var/lib/docker',
  containerd: '/var/lib/containerd',
  'cri-o': '/var/lib/containers/storage',
}

function rootOf(owner: string, set: Leaf<string> | undefined, usual: string): readonly Owned[] {
  const path = set === undefined ? undefined : bare(set)
  const source = sourceOf(set)
  return path === undefined ? [] : [{owner, path: path || usual, usual, ...(source ? {source} : {})}]
}
