import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {kubeletRootDirectory} from './kubelet-root.ts'
import {searchPath} from './service-path.ts'
import {toldStatements} from './told-statements.ts'
import {type Consumer, noConsumer, type PresentConsumer} from './tool-consumer.ts'
import {kubeletConsumer} from './tool-kubelet.ts'

interface Storage {
  readonly label: string
  /** The directories of such volumes below a pod's `volumes` or `volumeDevices`. */
  readonly plugins: RegExp
  /** mount(8) runs the helpers of file systems from fixed directories. */
  readonly isMounted?: boolean
}

const kinds: Readonly<Record<string, Storage>> = {
  nfs: {label: 'NFS', plugins: /~nfs$/, isMounted: true},
  cifs: {label: 'CIFS', plugins: /~(?:cifs|smb|azure-file)$/, isMounted: true},
  cephfs: {label: 'CephFS', plugins: /~cephfs$/, isMounted: true},
  glusterfs: {label: 'GlusterFS', plugins: /~glusterfs$/, isMounted: true},
  efs: {label: 'EFS', plugins: /~efs$/, isMounted: true},
  iscsi: {label: 'iSCSI', plugins: /~iscsi$/},
  multipath: {label: 'multipath', plugins: /~fc$/},
  luks: {label: 'LUKS', plugins: /~luks$/},
  xfs: {label: 'XFS', plugins: /~xfs$/},
  block: {label: 'block', plugins: /^block:/},
}

/** Volumes of a kind that pods on this node have: `probe.once(podVolumesConsumer, 'nfs')`. */
export async function podVolumesConsumer(probe: Probe, kind: string): Promise<Consumer> {
  const storage = kinds[kind]
  const [kubelet, directories] = await Promise.all([probe.once(kubeletConsumer), probe.once(volumeDirectories)])
  if (kubelet.state === 'absent') return kubelet
  const found = directories.find(({plugin}) => storage?.plugins.test(plugin))
  if (!storage || !found) return noConsumer(`no pod here has ${storage?.label ?? kind} volumes`)
  const source: Source = {kind: 'file', path: found.path}
  return {state: 'present', label: `a pod’s ${storage.label} volume`, ...searchOf(storage, kubelet), source}
}

/** Volumes of a kind that the user says the node will have: `probe.once(declaredVolumes, 'nfs')`. */
export async function declaredVolumes(probe: Probe, kind: string): Promise<Consumer> {
  const storage = kinds[kind]
  const [kubelet, told] = await Promise.all([probe.once(kubeletConsumer), toldStatements(probe, 'storage')])
  if (kubelet.state === 'absent') return kubelet
  const said = told.find(({value}) => value.split(',').some((item) => item.trim() === kind))
  if (!storage || !said) return noConsumer(`no ${storage?.label ?? kind} volumes are declared`)
  const label = `${storage.label} volumes, which were declared,`
  return {state: 'present', label, ...searchOf(storage, kubelet), source: said.source}
}

/** Longhorn, which the user declares or which has left its directory. */
export async function longhornConsumer(probe: Probe): Promise<Consumer> {
  const [kubelet, told, statuses] = await Promise.all([
    probe.once(kubeletConsumer),
    toldStatements(probe, 'storage'),
    probe.status(['/var/lib/longhorn']),
  ])
  const path = kubelet.state === 'absent' ? helperPath : kubelet.path
  const said = told.find(({value}) => value.split(',').some((item) => item.trim() === 'longhorn'))
  const isThere = statuses.get('/var/lib/longhorn')?.state === 'read'
  const source: Source | undefined = said?.source ?? (isThere ? {kind: 'file', path: '/var/lib/longhorn'} : undefined)
  if (!source) return noConsumer('Longhorn is not declared and has left nothing here')
  return {state: 'present', label: 'Longhorn', service: '', path, source}
}

const helperPath = searchPath('/sbin:/sbin/fs.d:/sbin/fs:/usr/sbin', {kind: 'default', of: 'mount'})

function searchOf({isMounted}: Storage, {service, path}: PresentConsumer): Pick<PresentConsumer, 'service' | 'path'> {
  return isMounted ? {path: helperPath, service: ''} : {path, service}
}

/** The plugin directories of every pod's volumes; those of block devices are marked, as their plugins may be any. */
async function volumeDirectories(probe: Probe): Promise<readonly {plugin: string; path: string}[]> {
  const {path: root} = await probe.once(kubeletRootDirectory)
  const pods = await probe.list(`${root}/pods`)
  const perPod = (pods.state === 'read' ? pods.value : []).map(async (pod) => {
    const directories = ['volumes', 'volumeDevices'].map((name) => `${root}/pods/${pod}/${name}`)
    const [volumes = [], devices = []] = await Promise.all(directories.map((directory) => namesIn(probe, directory)))
    return [
      ...volumes.map((plugin) => ({plugin, path: `${directories[0]}/${plugin}`})),
      ...devices.map((plugin) => ({plugin: `block:${plugin}`, path: `${directories[1]}/${plugin}`})),
    ]
  })
  return (await Promise.all(perPod)).flat()
}

async function namesIn(probe: Probe, directory: string): Promise<readonly string[]> {
  const listed = await probe.list(directory)
  return listed.state === 'read' ? listed.value : []
}
