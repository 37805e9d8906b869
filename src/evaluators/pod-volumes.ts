import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {namesIn} from './directory-names.ts'
import {kubeletRootDirectory} from './kubelet-root.ts'
import {type PodContainer, podContainers} from './pod-containers.ts'

/** What the kubelet fills or makes itself, by the directory it keeps such volumes in. */
const volumeKinds = {
  'kubernetes.io~secret': 'secret',
  'kubernetes.io~projected': 'projected',
  'kubernetes.io~downward-api': 'downwardAPI',
  'kubernetes.io~configmap': 'configMap',
  'kubernetes.io~empty-dir': 'emptyDir',
} as const

/** A volume of a pod that runs. */
export interface PodVolume {
  readonly pod: string
  readonly name: string
  readonly kind: (typeof volumeKinds)[keyof typeof volumeKinds]
  readonly path: string
  /** The names in it; none for emptyDir, whose content is the pod's own. */
  readonly names: readonly string[]
  /** The containers of the pod, whether or not they mount it. */
  readonly containers: readonly PodContainer[]
}

/** The volumes of the pods that run here, or why they are not known. */
export type PodVolumes =
  | {readonly state: 'read'; readonly volumes: readonly PodVolume[]}
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Finds the volumes below the kubelet's directory of pods of which a container runs; pods that have ended are left out. */
export async function podVolumes(probe: Probe): Promise<PodVolumes> {
  const {path: root} = await probe.once(kubeletRootDirectory)
  const listed = await probe.list(`${root}/pods`)
  if (listed.state === 'absent') return {state: 'absent', reason: `the kubelet keeps no pods in ${root}`}
  if (listed.state === 'unreadable') {
    return {state: 'unknown', reason: `${root}/pods ${listed.reason}`, source: listed.source}
  }
  const running = await probe.once(podContainers)
  if (running.state === 'unknown') return running
  const found = await Promise.all(listed.value.map((pod) => volumesOf(probe, root, pod, running.perPod.get(pod) ?? [])))
  return {state: 'read', volumes: found.flat()}
}

async function volumesOf(
  probe: Probe,
  root: string,
  pod: string,
  containers: readonly PodContainer[],
): Promise<readonly PodVolume[]> {
  if (containers.length === 0) return []
  const directory = `${root}/pods/${pod}/volumes`
  const plugins = (await namesIn(probe, directory)).filter((plugin): plugin is keyof typeof volumeKinds =>
    Object.hasOwn(volumeKinds, plugin),
  )
  const perPlugin = plugins.map(async (plugin) => {
    const kind = volumeKinds[plugin]
    const names = await namesIn(probe, `${directory}/${plugin}`)
    return Promise.all(
      names.map(async (name) => {
        const path = `${directory}/${plugin}/${name}`
        return {pod, name, kind, path, names: kind === 'emptyDir' ? [] : await namesIn(probe, path), containers}
      }),
    )
  })
  return (await Promise.all(perPlugin)).flat()
}
