import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type Mount, parseMountinfo} from '../text/mountinfo.ts'
import {namesIn} from './directory-names.ts'
import {kubeletRootDirectory} from './kubelet-root.ts'
import {type PodContainer, podContainers} from './pod-containers.ts'

/** What the kubelet fills or makes itself, by the directory it keeps such volumes in. */
export const volumeKinds = {
  'kubernetes.io~secret': 'secret',
  'kubernetes.io~projected': 'projected',
  'kubernetes.io~downward-api': 'downwardAPI',
  'kubernetes.io~configmap': 'configMap',
  'kubernetes.io~empty-dir': 'emptyDir',
} as const

/** A volume that a running container has mounted whole. */
export interface MountedVolume {
  readonly pod: string
  readonly name: string
  readonly kind: (typeof volumeKinds)[keyof typeof volumeKinds]
  readonly path: string
  /** The names in it; undefined for emptyDir, whose content is the pod's own. */
  readonly names: readonly string[] | undefined
  readonly containers: readonly PodContainer[]
}

/** The mounted volumes of the pods that run here, or why they are not known. */
export type PodVolumes =
  | {readonly state: 'read'; readonly volumes: readonly MountedVolume[]}
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * Finds the volumes below the kubelet's directory that running containers mount. Volumes of pods that have ended, that no
 * container mounts, or of which only a subPath is mounted, are left out: runtimes label what they mount and no more.
 */
export async function podVolumes(probe: Probe): Promise<PodVolumes> {
  const {path: root} = await probe.once(kubeletRootDirectory)
  const listed = await probe.list(`${root}/pods`)
  if (listed.state === 'absent') return {state: 'absent', reason: `the kubelet keeps no pods in ${root}`}
  if (listed.state === 'unreadable') {
    return {state: 'unknown', reason: `${root}/pods ${listed.reason}`, source: listed.source}
  }
  const running = await probe.once(podContainers)
  if (running.state === 'unknown') return running
  const own = await probe.readFile('/proc/self/mountinfo')
  const hostMounts = new Map(own.state === 'read' ? parseMountinfo(own.value).map((m) => [m.mountPoint, m]) : [])
  const found = await Promise.all(
    listed.value.map((pod) => volumesOf(probe, `${root}/pods/${pod}`, running.perPod.get(pod) ?? [], hostMounts)),
  )
  return {state: 'read', volumes: found.flat()}
}

async function volumesOf(
  probe: Probe,
  directory: string,
  containers: readonly PodContainer[],
  hostMounts: ReadonlyMap<string, Mount>,
): Promise<readonly MountedVolume[]> {
  if (containers.length === 0) return []
  const plugins = await namesIn(probe, `${directory}/volumes`)
  const known = plugins.filter((plugin): plugin is keyof typeof volumeKinds => Object.hasOwn(volumeKinds, plugin))
  const subPaths = new Set(await namesIn(probe, `${directory}/volume-subpaths`))
  const perPlugin = known.map(async (plugin) => {
    const kind = volumeKinds[plugin]
    const volumes = (await namesIn(probe, `${directory}/volumes/${plugin}`)).map(async (name) => {
      const path = `${directory}/volumes/${plugin}/${name}`
      const mounting = containers.filter((container) =>
        mountsWhole(container, path, hostMounts.get(path), subPaths.has(name)),
      )
      if (mounting.length === 0) return []
      const names = kind === 'emptyDir' ? undefined : await namesIn(probe, path)
      return [{pod: directory.slice(directory.lastIndexOf('/') + 1), name, kind, path, names, containers: mounting}]
    })
    return (await Promise.all(volumes)).flat()
  })
  return (await Promise.all(perPlugin)).flat()
}

/**
 * Whether a container mounts the whole volume: the file system mounted there on the host, or the directory itself. Where
 * its mounts cannot be read it is taken to, unless the kubelet has prepared a subPath of the volume.
 */
function mountsWhole({mounts}: PodContainer, path: string, host: Mount | undefined, hasSubPath: boolean): boolean {
  if (!mounts) return !hasSubPath
  if (host) return mounts.some(({device, root}) => device === host.device && root === host.root)
  const tail = path.slice(path.lastIndexOf('/pods/') + '/pods'.length)
  return mounts.some(({root}) => root.endsWith(tail))
}
