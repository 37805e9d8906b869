import test from 'ava'
import {snapshotHost} from '../../src/host/snapshot.ts'
import type {SnapshotDocument, SnapshotFile} from '../../src/host/snapshot-document.ts'

type Files = Readonly<Record<string, string | SnapshotFile>>

function hostOf(files: Files, more: Partial<SnapshotDocument> = {}) {
  return snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-08-01T00:00:00Z'},
    unlisted: 'absent',
    files,
    ...more,
  })
}

const source = (path: string) => ({kind: 'file', path}) as const

test('reads files through links and lists implied directories', async (t) => {
  const host = hostOf({'/usr/lib/os-release': 'ID=debian\n', '/etc/os-release': {symlink: '../usr/lib/os-release'}})
  t.deepEqual(await host.readFile('/etc/os-release'), {
    state: 'read',
    value: 'ID=debian\n',
    source: source('/etc/os-release'),
  })
  t.deepEqual(await host.list('/'), {state: 'read', value: ['etc', 'usr'], source: source('/')})
  t.deepEqual(await host.list('/opt'), {state: 'absent', source: source('/opt')})
  t.is(host.now(), Date.UTC(2026, 7, 1))
})

test('each name is listed once, in whatever order directories and what lies in them are recorded', async (t) => {
  const files: Files = {
    '/srv/gone': {absent: true},
    '/srv/gone/back': 'x',
    '/opt/cni/bin/bridge': 'x',
    '/opt/cni': {directory: true},
    '/opt/cni/net.d/a.conf': 'x',
    '/opt/cni/bin/loopback': 'x',
    '/opt': {directory: true},
  }
  for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
    const host = hostOf(Object.fromEntries(order))
    const namesIn = async (path: string) => {
      const listed = await host.list(path)
      return listed.state === 'read' ? listed.value : listed.state
    }
    t.deepEqual(await namesIn('/'), ['opt', 'srv'])
    t.deepEqual(await namesIn('/opt'), ['cni'])
    t.deepEqual(await namesIn('/opt/cni'), ['bin', 'net.d'])
    t.deepEqual(await namesIn('/opt/cni/bin'), ['bridge', 'loopback'])
    t.is(await namesIn('/srv/gone'), 'absent')
  }
})

test('a path that does not begin at the root is taken to', async (t) => {
  const host = hostOf({'/a/b': 'c'})
  t.is((await host.readFile('a/b')).state, 'read')
  t.is((await host.readFile('exec a --config /a/b')).state, 'absent')
  t.is((await host.list('a')).state, 'read')
  t.is((await host.status([''])).get('')?.state, 'read')
})

test('the status of a link, followed and not, dangling and in a loop', async (t) => {
  const host = hostOf({
    '/a': {symlink: 'b'},
    '/b': {content: 'xy', mode: '4755', uid: 7},
    '/c': {symlink: '/gone/x'},
    '/l': {symlink: 'l'},
  })
  const plain = await host.status(['/a', '/c', '/l'])
  const value = {type: 'symlink', mode: 0o777, uid: 0, gid: 0, sizeBytes: 1} as const
  t.deepEqual(plain.get('/a'), {state: 'read', value: {...value, target: 'b', realPath: '/b'}, source: source('/a')})
  t.deepEqual(plain.get('/c'), {
    state: 'read',
    value: {...value, sizeBytes: 7, target: '/gone/x', realPath: '/gone/x'},
    source: source('/c'),
  })
  t.like(plain.get('/l'), {state: 'read', value: {realPath: '/l'}})
  const followed = await host.status(['/a', '/c', '/l'], {follow: true})
  t.deepEqual(followed.get('/a'), {
    state: 'read',
    value: {type: 'file', mode: 0o4755, uid: 7, gid: 0, sizeBytes: 2, realPath: '/b'},
    source: source('/a'),
  })
  t.is(followed.get('/c')?.state, 'absent')
  t.like(followed.get('/l'), {state: 'unreadable', reason: 'has too many levels of symbolic links'})
})

test('content that was not captured is unreadable, a head is a head', async (t) => {
  const host = hostOf({'/elf': {size: 1000, base64: 'f0VMRg=='}, '/none': {size: 10, base64: ''}, '/empty': ''})
  t.like(await host.readFile('/elf'), {state: 'unreadable', reason: 'only its first 4 bytes were captured'})
  t.deepEqual(await host.readHead('/elf', 64), {
    state: 'read',
    value: new Uint8Array([127, 69, 76, 70]),
    source: source('/elf'),
  })
  t.like(await host.readFile('/none'), {state: 'unreadable', reason: 'its content was not captured'})
  t.like(await host.readHead('/none', 4), {state: 'unreadable', reason: 'its content was not captured'})
  t.like(await host.readFile('/empty'), {state: 'read', value: ''})
})

test('sockets, directories and secrets are not read as files', async (t) => {
  const host = hostOf({
    '/run/docker.sock': {content: '', mode: '0660'},
    '/run/pipe': {type: 'fifo', mode: '0600'},
    '/etc/shadow': 'root:x',
    '/link': {symlink: 'etc/shadow'},
  })
  t.like(await host.readFile('/run/docker.sock'), {reason: 'is a socket, not a regular file'})
  t.like(await host.readFile('/run/pipe'), {reason: 'is a fifo, not a regular file'})
  t.like(await host.readFile('/run'), {reason: 'is a directory, not a regular file'})
  t.like(await host.list('/run/pipe'), {reason: 'is a fifo, not a directory'})
  t.like(await host.readFile('/link'), {reason: 'holds secrets and is never read'})
})

test('an unreadable directory hides what lies below it', async (t) => {
  const host = hostOf({'/etc/cni/net.d': {unreadable: 'permission denied'}})
  for (const reading of [await host.list('/etc/cni/net.d'), await host.readFile('/etc/cni/net.d/a/b.conf')]) {
    t.like(reading, {state: 'unreadable', reason: 'permission denied'})
  }
  t.like((await host.status(['/etc/cni/net.d'])).get('/etc/cni/net.d'), {state: 'unreadable'})
  t.like(await host.list('/etc/cni'), {state: 'read', value: ['net.d']})
})

test('a capture knows only what it recorded', async (t) => {
  const host = hostOf(
    {
      '/opt/cni/bin': {directory: true, mode: '0755', entries: ['b', 'a']},
      '/opt/cni/bin/a': 'x',
      '/gone': {absent: true},
    },
    {unlisted: 'unknown', commands: [{argv: ['nft'], absent: true}]},
  )
  t.like(await host.readFile('/etc/passwd'), {state: 'unreadable', reason: 'was not recorded'})
  t.like(await host.list('/opt'), {state: 'unreadable', reason: 'was not listed'})
  t.like(await host.list('/opt/cni/bin'), {state: 'read', value: ['a', 'b']})
  t.is((await host.readFile('/opt/cni/bin/c')).state, 'absent')
  t.is((await host.readFile('/gone/below')).state, 'absent')
  t.like((await host.status(['/opt/cni/bin/a'])).get('/opt/cni/bin/a'), {reason: 'its status was not recorded'})
  t.is((await host.run(['nft'])).state, 'absent')
  t.like(await host.run(['ip', 'a']), {state: 'unreadable', reason: 'was not recorded'})
})

test('commands match by their whole argument vector', async (t) => {
  const host = hostOf({}, {commands: [{argv: ['ip', '-j', 'addr'], exitCode: 1, stdout: '[]', stderr: 'no'}]})
  t.deepEqual(await host.run(['ip', '-j', 'addr']), {
    state: 'read',
    value: {exitCode: 1, stdout: '[]', stderr: 'no'},
    source: {kind: 'command', argv: ['ip', '-j', 'addr']},
  })
  t.is((await host.run(['ip', '-j addr'])).state, 'absent')
})

test('labels are told only when asked for', async (t) => {
  const host = hostOf({'/a': {content: '', selinux: 'system_u:object_r:bin_t:s0'}, '/b': ''})
  t.false(JSON.stringify([...(await host.status(['/a']))]).includes('bin_t'))
  const labelled = await host.status(['/a', '/b'], {labels: true})
  t.like(labelled.get('/a'), {value: {selinux: 'system_u:object_r:bin_t:s0'}})
  t.like(labelled.get('/b'), {state: 'read'})
})
