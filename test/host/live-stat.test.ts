import {chmod, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {liveHost} from '../../src/host/live.ts'
import {statusesByStat} from '../../src/host/live-stat.ts'

test('one program tells the same of many paths as a look at each does', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'stat-'))
  t.teardown(() => rm(directory, {recursive: true}))
  const file = join(directory, 'a file')
  await writeFile(file, 'text')
  await chmod(file, 0o640)
  await symlink('a file', join(directory, 'link'))
  const paths = [directory, file, join(directory, 'link'), join(directory, 'gone'), join(file, 'below'), '/dev/null']
  const host = liveHost()
  for (const follow of [false, true]) {
    const quick = await host.status(paths, {labels: true, unresolved: true, follow})
    const plain = await host.status(paths, {follow})
    for (const path of paths) {
      const [left, right] = [quick.get(path), plain.get(path)]
      t.is(left?.state, right?.state, path)
      if (left?.state !== 'read' || right?.state !== 'read') continue
      const {realPath: _, target: __, modifiedMs = 0, ...rest} = right.value
      t.like(left.value, {...rest, modifiedMs: Math.floor(modifiedMs / 1000) * 1000}, path)
    }
  }
})

test('labels and what stat complains of', async (t) => {
  const argv = ['stat']
  const stdout = 'u:r:a_t:s0\0' + '81a4\0' + '0\0' + '0\0' + '3\0' + '0\0' + '/a\0'
  const stderr = "stat: cannot statx '/b': No such file or directory\nstat: cannot statx '/c': Permission denied"
  const statuses = await statusesByStat(['/a', '/b', '/c'], false, async () => ({
    state: 'read',
    value: {exitCode: 1, stdout, stderr},
    source: {kind: 'command', argv},
  }))
  t.like(statuses.get('/a'), {value: {type: 'file', mode: 0o644, sizeBytes: 3, selinux: 'u:r:a_t:s0'}})
  t.is(statuses.get('/b')?.state, 'absent')
  t.is(statuses.get('/c')?.state, 'unreadable')
  const none = await statusesByStat(['/a'], false, async () => ({state: 'absent', source: {kind: 'command', argv}}))
  t.like(none.get('/a'), {state: 'unreadable', reason: 'its SELinux label cannot be read: stat is not installed'})
})
