import {readFileSync} from 'node:fs'

interface Snapshot {
  readonly files: Record<string, unknown>
}

const node = 'test/hosts/rocky-9-crio-cilium.json'
const uid = '3c0a5f52-0f6f-41eb-9a3c-020000000003'
const pid = '3120'
const volume = 'kubernetes.io~projected/kube-api-access-zx9cv'
const volumes = [
  'kubernetes.io~projected/token',
  'kubernetes.io~secret/password',
  'kubernetes.io~secret/key',
  'kubernetes.io~configmap/settings',
]

/**
 * A snapshot of a node that runs so many pods, each with a container that mounts four volumes, made of a recorded node with one
 * pod. One volume has a label that its container may not read.
 */
export function crowdedNode(pods: number): Snapshot {
  const snapshot = JSON.parse(readFileSync(node, 'utf8')) as Snapshot
  const files = {...snapshot.files}
  for (let index = 1; index <= pods; index++) addPod(files, snapshot, index)
  files[`${directoryOf(uidOf(1))}/${volumes[0]}`] = {directory: true, selinux: 'system_u:object_r:tmpfs_t:s0'}
  return {...snapshot, files}
}

function addPod(files: Snapshot['files'], snapshot: Snapshot, index: number): void {
  const pod = uidOf(index)
  const underscored = (text: string): string => text.replaceAll('-', '_')
  const copy = (file: unknown): unknown =>
    JSON.parse(JSON.stringify(file).replaceAll(uid, pod).replaceAll(underscored(uid), underscored(pod)))
  const process = `/proc/${10_000 + index}`
  for (const [path, file] of Object.entries(snapshot.files)) {
    if (path.startsWith(`/proc/${pid}/`)) files[path.replace(`/proc/${pid}`, process)] = copy(file)
    const original = `${directoryOf(uid)}/${volume}`
    if (!path.startsWith(original)) continue
    for (const place of volumes) files[`${directoryOf(pod)}/${place}${path.slice(original.length)}`] = copy(file)
  }
  const mounts = volumes.map(
    (place, at) => `${500 + at} 401 8:1 ${directoryOf(pod)}/${place} /volumes/${at} rw - xfs /dev/sda1 rw\n`,
  )
  files[`${process}/mountinfo`] = `401 400 0:61 / / rw - overlay overlay rw\n${mounts.join('')}`
}

const uidOf = (index: number): string => uid.replace(/.{4}$/, String(index).padStart(4, '0'))
const directoryOf = (pod: string): string => `/var/lib/kubelet/pods/${pod}/volumes`
