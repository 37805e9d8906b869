import type {Probe} from '../facts/probe.ts'
import {type Mount, parseMountinfo} from '../text/mountinfo.ts'
import type {PodContainer} from './pod-containers.ts'
import type {PodVolume} from './pod-volumes.ts'

/**
 * Whether a container mounts the whole volume: the file system mounted there on the host, or the directory itself.
 * Runtimes label what they mount and no more, so that a volume nobody mounts, or of which only a subPath is mounted, keeps
 * its labels. Where the mounts cannot be read it is taken to, unless the kubelet has prepared a subPath of the volume.
 */
export async function mountsWhole(probe: Probe, volume: PodVolume, {pid}: PodContainer): Promise<boolean> {
  const mounts = await mountsOf(probe, `/proc/${pid}/mountinfo`)
  const beforePod = volume.path.slice(0, volume.path.indexOf(`/${volume.pod}/`))
  if (!mounts) {
    const subPaths = `${beforePod}/${volume.pod}/volume-subpaths/${volume.name}`
    return (await probe.status([subPaths])).get(subPaths)?.state !== 'read'
  }
  const host = (await probe.once(hostMounts)).get(volume.path)
  if (host) return mounts.some(({device, root}) => device === host.device && root === host.root)
  const tail = volume.path.slice(beforePod.length)
  return mounts.some(({root}) => root.endsWith(tail))
}

/** The host's own mounts by the directory they cover. */
async function hostMounts(probe: Probe): Promise<ReadonlyMap<string, Mount>> {
  const mounts = (await mountsOf(probe, '/proc/self/mountinfo')) ?? []
  return new Map(mounts.map((mount) => [mount.mountPoint, mount]))
}

async function mountsOf(probe: Probe, path: string): Promise<readonly Mount[] | undefined> {
  const text = await probe.readFile(path)
  return text.state === 'read' ? parseMountinfo(text.value) : undefined
}
