import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
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
  const hidden = found.flat().find((each) => 'state' in each)
  return hidden ?? {state: 'read', volumes: found.flat().filter((each) => 'pod' in each)}
}

type Hidden = PodVolumes & {readonly state: 'unknown'}

/** The names in a directory, none where it is gone by now. */
async function namesOrGap(probe: Probe, directory: string): Promise<readonly string[] | Hidden> {
  const listed = await probe.list(directory)
  if (listed.state === 'unreadable') {
    return {state: 'unknown', reason: `${directory} ${listed.reason}`, source: listed.source}
  }
  return listed.state === 'read' ? listed.value : []
}

async function volumesOf(
  probe: Probe,
  root: string,
  pod: string,
  containers: readonly PodContainer[],
): Promise<readonly (PodVolume | Hidden)[]> {
  if (containers.length === 0) return []
  const directory = `${root}/pods/${pod}/volumes`
  const listed = await namesOrGap(probe, directory)
  if ('state' in listed) return [listed]
  const plugins = listed.filter((plugin): plugin is keyof typeof volumeKinds => Object.hasOwn(volumeKinds, plugin))
  const perPlugin = plugins.map(async (plugin) => {
    const kind = volumeKinds[plugin]
    const names = await namesOrGap(probe, `${directory}/${plugin}`)
    if ('state' in names) return [names]
    return Promise.all(
      names.map(async (name) => {
        const path = `${directory}/${plugin}/${name}`
        const inside = kind === 'emptyDir' ? [] : await namesOrGap(probe, path)
        return 'state' in inside ? inside : {pod, name, kind, path, names: inside, containers}
      }),
    )
  })
  return (await Promise.all(perPlugin)).flat()
}
