import test from 'ava'
import {labels} from '../../src/collectors/labels.ts'
import {sourceOf} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]

const label = (type: string) => ({selinux: `system_u:object_r:${type}:s0`})
const directory = (type: string) => ({directory: true as const, ...label(type)})
const program = (type: string) => ({mode: '0755', base64: 'f0VMRg==', size: 4, ...label(type)})

const policy = {
  '/etc/selinux/targeted/contexts/files/file_contexts': `/.* system_u:object_r:default_t:s0
/usr/.* system_u:object_r:usr_t:s0
/usr/(.*/)?bin(/.*)? system_u:object_r:bin_t:s0
/opt/(.*/)?bin(/.*)? system_u:object_r:bin_t:s0
/etc/.* system_u:object_r:etc_t:s0
/var/lib(/.*)? system_u:object_r:var_lib_t:s0
/usr/s?bin/kubelet.* -- system_u:object_r:kubelet_exec_t:s0
/usr/s?bin/containerd.* -- system_u:object_r:container_runtime_exec_t:s0
/var/lib/kubelet(/.*)? system_u:object_r:container_var_lib_t:s0
/var/lib/docker(/.*)? system_u:object_r:container_var_lib_t:s0
`,
}

const collected = async (files: Files) =>
  plain(await labels.collect(probeOf({...policy, ...files}))) as Record<string, Readonly<Record<string, unknown>>[]>

test('each file with its type, the one of its path and the one of the usual path', async (t) => {
  const facts = await collected({
    '/usr/sbin': {symlink: 'bin'},
    '/usr/bin/kubelet': program('kubelet_exec_t'),
    '/opt/bin/containerd': program('bin_t'),
    '/opt/cni/bin/bridge': program('user_home_t'),
    '/etc/cni/net.d': directory('etc_t'),
    '/var/lib/kubelet': directory('var_lib_t'),
  })
  t.deepEqual(facts.programs, [
    {name: '/usr/bin/kubelet', type: 'kubelet_exec_t', expected: 'kubelet_exec_t', usual: 'kubelet_exec_t'},
    {name: '/opt/bin/containerd', type: 'bin_t', expected: 'bin_t', usual: 'container_runtime_exec_t'},
  ])
  t.deepEqual(facts.cniPlugins, [{name: '/opt/cni/bin/bridge', type: 'user_home_t', expected: 'bin_t', usual: 'bin_t'}])
  t.deepEqual(
    facts.cniDirectories?.map(({name, type}) => [name, type]).filter(([name]) => name === '/etc/cni/net.d'),
    [['/etc/cni/net.d', 'etc_t']],
  )
  t.like(facts.kubeletRoot, {name: '/var/lib/kubelet', type: 'var_lib_t', expected: 'container_var_lib_t'})
  t.deepEqual(facts.relocated, [])
})

test('directories that were moved, with the place that says so', async (t) => {
  const files: Files = {
    ...policy,
    '/usr/bin/dockerd': program('container_runtime_exec_t'),
    '/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd\n',
    '/etc/docker/daemon.json': '{\n  "data-root": "/data/docker"\n}\n',
    '/data/docker': directory('default_t'),
  }
  const facts = await collected(files)
  t.deepEqual(facts.relocated, [
    {
      name: '/data/docker',
      type: 'default_t',
      expected: 'default_t',
      usual: 'container_var_lib_t',
      owner: 'docker',
      usualPath: '/var/lib/docker',
      exists: true,
    },
  ])
  const moved = (await labels.collect(probeOf(files))) as unknown as {relocated: {name: unknown}[]}
  t.deepEqual(sourceOf(moved.relocated[0]?.name), {kind: 'file', path: '/etc/docker/daemon.json', line: 2})
})

test('a link moves the directory as well', async (t) => {
  const facts = await collected({
    '/var/lib/kubelet': {symlink: '/data/kubelet'},
    '/data/kubelet': directory('default_t'),
  })
  t.deepEqual(
    facts.relocated?.map(({name, owner, expected}) => [name, owner, expected]),
    [['/data/kubelet', 'kubelet', 'default_t']],
  )
})

test('whether the system is labelled at all', async (t) => {
  const system = {'/etc/passwd': {content: '', selinux: null}, '/usr/bin': {directory: true as const, selinux: null}}
  t.like(await collected(system), {hasSystemLabels: false, isLabelledAtCommit: false})
  t.like(await collected({...system, '/etc': directory('etc_t')}), {hasSystemLabels: true})
  t.like(await collected({...system, '/ostree': {directory: true}}), {isLabelledAtCommit: true})
  const hidden = {'/etc/passwd': {content: '', unreadableLabel: 'not supported by the file system'}}
  t.like(await collected(hidden), {hasSystemLabels: {unknown: '/etc/passwd: not supported by the file system'}})
})
