import type {Probe} from '../facts/probe.ts'

/** The files of a name in the config map volumes of a name, over all pods of this node: what their programs read. */
export async function podConfigMapFiles(probe: Probe, volume: string, file: string): Promise<readonly string[]> {
  const pods = await probe.list('/var/lib/kubelet/pods')
  if (pods.state !== 'read') return []
  const paths = pods.value.map(
    (uid) => `/var/lib/kubelet/pods/${uid}/volumes/kubernetes.io~configmap/${volume}/${file}`,
  )
  const statuses = await probe.status(paths, {follow: true})
  return paths.filter((path) => statuses.get(path)?.state === 'read')
}
