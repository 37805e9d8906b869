import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'

/** The files of a name in the config map volumes of a name, over all pods of this node: what their programs read. */
export async function podConfigMapFiles(probe: Probe, volume: string, file: string): Promise<readonly string[]> {
  const {statuses} = await probe.once(filesOfPods, volume, file)
  return [...statuses].flatMap(([path, {state}]) => (state === 'read' ? [path] : []))
}

/** Why nobody can tell what all of those files say; undefined where every one is known. */
export async function podConfigMapGap(probe: Probe, volume: string, file: string): Promise<Unknown | undefined> {
  const {pods, statuses} = await probe.once(filesOfPods, volume, file)
  if (pods.state === 'unreadable') return unknown(`${podsDirectory} ${pods.reason}`, pods.source)
  for (const [path, status] of statuses) {
    const look = status.state === 'read' ? await probe.readFile(path) : status
    if (look.state === 'unreadable') return unknown(`${path} ${look.reason}`, look.source)
  }
  return undefined
}

async function filesOfPods(probe: Probe, volume: string, file: string) {
  const pods = await probe.list(podsDirectory)
  const uids = pods.state === 'read' ? pods.value : []
  const paths = uids.map((uid) => `${podsDirectory}/${uid}/volumes/kubernetes.io~configmap/${volume}/${file}`)
  return {pods, statuses: await probe.status(paths, {follow: true})}
}

const podsDirectory = '/var/lib/kubelet/pods'
