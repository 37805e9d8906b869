import test from 'ava'
import {forbidsPrograms, isReadOnly, mountAt} from '../../src/evaluators/mounts.ts'
import {probeOf} from './probe-of.ts'

async function mountOn(files: Parameters<typeof probeOf>[0], path = '/opt/cni/bin') {
  const found = await probeOf(files).once(mountAt, path)
  if (found.state === 'unknown') throw new Error(found.reason)
  return {...found, noexec: forbidsPrograms(found.mount), readOnly: isReadOnly(found.mount)}
}

const mountinfo =
  '25 1 8:1 / / rw - ext4 /dev/a rw\n26 25 8:2 / /var rw,noexec - xfs /dev/b rw\n27 25 8:3 / /usr ro - xfs /dev/c ro\n'

test('a running machine: the mount at the end of the links', async (t) => {
  const files = {'/proc/self/mountinfo': mountinfo, '/opt/cni/bin': {symlink: '../../var/cni'}, '/var/cni/bridge': ''}
  t.like(await mountOn(files), {noexec: true, readOnly: false, source: {path: '/proc/self/mountinfo', line: 2}})
  t.like(await mountOn(files, '/usr/libexec/cni'), {noexec: false, readOnly: true})
  t.like(await mountOn(files, '/opt/other'), {noexec: false, mount: {mountPoint: '/'}})
})

for (const [options, noexec] of [
  ['defaults', false],
  ['noexec,exec', false],
  ['user', true],
  ['users,exec', false],
  ['ro,nodev,noexec', true],
] as const) {
  test(`offline fstab says ${options}`, async (t) => {
    const found = await mountOn({'/etc/fstab': `# x\n/dev/b /opt ext4 ${options} 0 0\n`})
    t.is(found.noexec, noexec)
    t.deepEqual(found.source, {kind: 'file', path: '/etc/fstab', line: 2})
  })
}

test('offline a mount unit of a deeper directory covers what fstab mounts', async (t) => {
  const unit = '[Mount]\nWhere=/opt/cni-2\nWhat=/dev/b\nOptions=ro,noexec\n'
  const files = {'/etc/fstab': '/dev/a /opt ext4 rw 0 0\n', '/etc/systemd/system/opt-cni\\x2d2.mount': unit}
  const found = await mountOn(files, '/opt/cni-2/bin')
  t.like(found, {noexec: true, readOnly: true, mount: {mountPoint: '/opt/cni-2'}})
  t.deepEqual(found.source, {kind: 'file', path: '/etc/systemd/system/opt-cni\\x2d2.mount', line: 4})
})
