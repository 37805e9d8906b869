import test from 'ava'
import {volumes} from '../../src/collectors/volumes.ts'
import {Absent, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]
type Item = Readonly<Record<string, unknown>>

const uid = '1f0c7d1e-9a55-4a0e-8a55-020000000005'
const pod = `/var/lib/kubelet/pods/${uid}`
const slice = `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod${uid.replaceAll('-', '_')}.slice`

const label = (type: string, level = 's0:c1,c2') => ({selinux: `system_u:object_r:${type}:${level}`})

/** A container of the pod; mounts are `device root`. */
const container = (pid: number, type: string, mounts: readonly string[]): Files => ({
  [`/proc/${pid}/comm`]: 'app\n',
  [`/proc/${pid}/cmdline`]: '/app\0',
  [`/proc/${pid}/cgroup`]: `0::${slice}/cri-containerd-${pid}.scope\n`,
  [`/proc/${pid}/attr/current`]: `system_u:system_r:${type}:s0:c1,c2\0`,
  [`/proc/${pid}/mountinfo`]: mounts
    .map(
      (mount, index) => `${500 + index} 400 ${mount} /mnt ro - ${mount.startsWith('0:') ? 'tmpfs' : 'xfs'} none rw\n`,
    )
    .join(''),
})

/** A volume written by the kubelet's atomic writer, with a directory that an update has just replaced. */
const written = (path: string, type: string, level?: string): Files => ({
  [path]: {directory: true, ...label(type, level)},
  [`${path}/..data`]: {symlink: '..2026_01_02_03_04_05.1', ...label(type, level)},
  [`${path}/..2026_01_02_03_04_05.1/token`]: {content: 'x', ...label(type, level)},
  [`${path}/..2026_01_02_03_04_05.1`]: {directory: true, ...label(type, level)},
  [`${path}/..2025_01_02_03_04_05.1`]: {directory: true, ...label('default_t')},
  [`${path}/token`]: {symlink: '..data/token', ...label(type, level)},
})

const token = `${pod}/volumes/kubernetes.io~projected/kube-api-access`
const config = `${pod}/volumes/kubernetes.io~configmap/settings`
const cache = `${pod}/volumes/kubernetes.io~empty-dir/cache`
const hostMounts = {
  '/proc/1/cmdline': '/sbin/init\0',
  '/proc/1/cgroup': '0::/init.scope\n',
  '/proc/self/mountinfo': `90 25 0:55 / ${token} rw - tmpfs tmpfs rw,seclabel\n`,
}

async function itemsOf(files: Files): Promise<readonly Item[]> {
  const facts = plain(await volumes.collect(probeOf({...hostMounts, ...files}))) as {mounted: readonly Item[]}
  return facts.mounted
}

test('a volume on tmpfs is known by its device, one on the disk by its directory', async (t) => {
  const items = await itemsOf({
    ...written(token, 'tmpfs_t'),
    ...written(config, 'container_file_t'),
    [cache]: {directory: true, ...label('container_file_t')},
    ...container(7, 'container_t', ['0:55 /', `8:1 ${config}`, `8:1 ${cache}`]),
  })
  t.deepEqual(items.map(({name}) => name).sort(), [`${uid}/cache`, `${uid}/kube-api-access`, `${uid}/settings`])
  t.like(
    items.find(({name}) => name === `${uid}/kube-api-access`),
    {
      kind: 'projected',
      path: token,
      type: 'tmpfs_t',
      level: 's0:c1,c2',
      processType: 'container_t',
      processLevel: 's0:c1,c2',
      closedPath: token,
      closedType: 'tmpfs_t',
      foreignPath: '',
    },
  )
  t.like(
    items.find(({name}) => name === `${uid}/cache`),
    {kind: 'emptyDir', closedPath: '', foreignPath: ''},
  )
})

test('what no confined container mounts whole is left out', async (t) => {
  const files = {...written(token, 'tmpfs_t'), ...written(config, 'var_lib_t')}
  t.deepEqual(await itemsOf(files), [], 'no container runs')
  t.deepEqual(await itemsOf({...files, ...container(7, 'container_t', ['0:99 /'])}), [], 'not mounted')
  const subPaths = ['0:55 /..2026_01_02_03_04_05.1/token', `8:1 ${config}/..2026_01_02_03_04_05.1/token`]
  t.deepEqual(await itemsOf({...files, ...container(7, 'container_t', subPaths)}), [], 'only a subPath is mounted')
  t.deepEqual(await itemsOf({...files, ...container(7, 'spc_t', ['0:55 /'])}), [], 'privileged')
})

test('each of what the kubelet writes counts', async (t) => {
  const inner = `${token}/..2026_01_02_03_04_05.1`
  for (const path of [`${token}/..data`, inner, `${inner}/token`]) {
    const files = written(token, 'container_file_t')
    const spoilt = {...files, [path]: {...(files[path] as object), ...label('var_lib_t', 's0:c9')}}
    const [item] = await itemsOf({...spoilt, ...container(7, 'container_t', ['0:55 /'])})
    const place = path === `${inner}/token` ? `${token}/..data/token` : path
    t.like(item, {type: 'container_file_t', closedPath: place, closedType: 'var_lib_t', foreignPath: place})
  }
})

test('each kind of label that mounts a volume counts', async (t) => {
  const files = {...written(token, 'container_file_t'), ...container(7, 'spc_t', ['0:55 /'])}
  const confined = {...container(8, 'container_t', ['0:55 /']), ...container(9, 'container_init_t', ['0:55 /'])}
  t.is((await itemsOf({...files, ...confined})).length, 2)
  t.is(
    (await itemsOf({...files, ...container(8, 'container_t', ['0:55 /']), ...container(9, 'container_t', ['0:55 /'])}))
      .length,
    1,
  )
})

test('categories that the container lacks', async (t) => {
  const [item] = await itemsOf({
    ...written(token, 'container_file_t', 's0:c1,c9'),
    ...container(7, 'container_t', ['0:55 /']),
  })
  t.like(item, {closedPath: '', foreignPath: token})
  const [open] = await itemsOf({
    ...written(token, 'svirt_sandbox_file_t', 's0'),
    ...container(7, 'container_t', ['0:55 /']),
  })
  t.like(open, {type: 'container_file_t', closedPath: '', foreignPath: ''})
})

test('a domain or type of another policy is not judged, unless that policy names them for containers', async (t) => {
  const bottlerocket = {
    ...written(token, 'local_t'),
    ...container(7, 'my_t', ['0:55 /']),
    '/etc/selinux/config': 'SELINUXTYPE=fortified\n',
  }
  t.deepEqual((await itemsOf(bottlerocket))[0]?.closedPath, {
    unknown: 'only the rules of the policy tell whether my_t may read local_t',
  })
  const contexts = 'process = "system_u:system_r:container_t:s0"\nfile = "system_u:object_r:local_t:s0"\n'
  const named = {...bottlerocket, '/etc/selinux/fortified/contexts/lxc_contexts': contexts}
  t.is((await itemsOf(named))[0]?.closedPath, '')
})

test('the directory may lie elsewhere, and links to it are followed', async (t) => {
  const moved = token.replace('/var/lib/kubelet', '/data/kubelet')
  const files = {
    '/var/lib/kubelet': {symlink: '/data/kubelet'},
    '/proc/self/mountinfo': hostMounts['/proc/self/mountinfo'].replace('/var/lib', '/data'),
    ...written(moved, 'default_t'),
    ...container(7, 'container_t', ['0:55 /']),
  }
  t.is((await itemsOf(files))[0]?.closedPath, moved)
})

test('what could not be looked at is not passed', async (t) => {
  const files = {...written(token, 'tmpfs_t'), ...container(7, 'container_t', ['0:55 /'])}
  const hidden = {...files, [token]: {directory: true as const, unreadableLabel: 'not supported'}}
  t.like((await itemsOf(hidden))[0], {type: {unknown: `${token}: not supported`}, closedPath: `${token}/..data`})
  const secret = {...files, '/proc/7/attr/current': {unreadable: 'permission denied'}}
  t.like((await itemsOf(secret))[0]?.closedPath, {
    unknown: "the SELinux label of a container's process permission denied",
  })
  const closed = probeOf({'/var/lib/kubelet/pods': {unreadable: 'permission denied'}})
  t.true((await volumes.collect(closed)) instanceof Unknown)
  t.true((await volumes.collect(probeOf({}))) instanceof Absent)
})
