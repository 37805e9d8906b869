import {mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {isDeepStrictEqual} from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import type {Host} from '../../src/host/host.ts'
import {parentOf} from '../../src/host/path.ts'
import {recordHost} from '../../src/host/recording.ts'
import {rootHost} from '../../src/host/root.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import type {SnapshotDocument, SnapshotFile} from '../../src/host/snapshot-document.ts'
import {parseSnapshot} from '../../src/host/snapshot-file.ts'

const files: Readonly<Record<string, string | SnapshotFile>> = {
  '/bin': {symlink: 'usr/bin'},
  '/usr/bin/dash': {mode: '0755', size: 125000, base64: 'f0VMRgIBAQ=='},
  '/usr/bin/sh': {symlink: 'dash'},
  '/usr/lib/os-release': 'ID=debian\n',
  '/etc/os-release': {symlink: '../usr/lib/os-release'},
  '/etc/docker/daemon.json': {
    content: '{"iptables": false}',
    mode: '0600',
    uid: 1,
    gid: 2,
    mtime: '2026-07-01T00:00:00.123Z',
  },
  '/etc/proxy': 'http://bob:secret@proxy:3128',
  '/etc/shadow': 'root:x',
  '/etc/binary': {base64: 'AP+A'},
  '/etc/hidden': {unreadable: 'permission denied; run as root'},
  '/etc/closed': {directory: true, mode: '0700', unreadable: 'permission denied; run as root'},
  '/etc/dangling': {symlink: '/gone/away'},
  '/etc/loop': {symlink: 'loop'},
  '/run/docker.sock': {content: '', mode: '0660'},
  '/run/empty.sock': {content: '', mode: '0660', type: 'file'},
  '/run/pipe': {type: 'fifo', mode: '0600'},
  '/run/systemd/units/invocation:kubelet.service': {symlink: '7f1d'},
  '/proc/uptime': {content: '1.0 2.0\n', size: 0, mode: '0444'},
  '/var/lib/kubelet': {directory: true, selinux: 'system_u:object_r:container_var_lib_t:s0'},
  '/lost': {size: 846, base64: '', selinux: 'system_u:object_r:var_lib_t:s0'},
}
const absentDocument: SnapshotDocument = {
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  host: {name: 'node-1', capturedAt: '2026-08-01T00:00:00.000Z'},
  unlisted: 'absent',
  files,
  commands: [
    {argv: ['uname', '-r'], exitCode: 0, stdout: '6.1.0\n', stderr: ''},
    {argv: ['nft', '-j', 'list', 'ruleset'], unreadable: 'did not end within 5000 ms'},
  ],
  hardware: {processors: 2, memoryBytes: 1024},
}

const paths = [
  ...Object.keys(files),
  ...[
    '/',
    '/etc',
    '/usr',
    '/opt',
    '/bin/sh',
    '/bin/none',
    '/etc/none/below',
    '/etc/hidden/x',
    '/etc/closed/x',
    '/etc/loop/x',
  ],
  ...['/etc/proxy/x', '/etc/dangling/..', '/run/../etc/os-release'],
]
const commands = [['uname', '-r'], ['nft', '-j', 'list', 'ruleset'], ['getenforce']]

type Question = (host: Host) => Promise<unknown>

const path = fc.constantFrom(...paths)
const question: fc.Arbitrary<Question> = fc.oneof(
  path.map(
    (path): Question =>
      (host) =>
        host.readFile(path),
  ),
  path.map(
    (path): Question =>
      (host) =>
        host.readHead(path, 4),
  ),
  path.map(
    (path): Question =>
      (host) =>
        host.list(path),
  ),
  fc.tuple(fc.uniqueArray(path, {minLength: 1, maxLength: 4}), fc.boolean(), fc.boolean()).map(
    ([paths, follow, labels]): Question =>
      (host) =>
        host.status(paths, {follow, labels}),
  ),
  fc.constantFrom(...commands).map(
    (argv): Question =>
      (host) =>
        host.run(argv),
  ),
  fc.constant<Question>((host) => host.hardware()),
)

async function answersOf(host: Host, questions: readonly Question[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const ask of questions) answers.push(await ask(host))
  return answers
}

/** Whether the recording of any questions to a host gives the same answers when it is written and read again. */
const replays = (document: SnapshotDocument): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(question, {minLength: 1, maxLength: 30}), async (questions) => {
      const recording = recordHost(snapshotHost(document))
      const answers = await answersOf(recording.host, questions)
      const written = JSON.stringify(await recording.document())
      const again = await answersOf(snapshotHost(parseSnapshot(written, 'written.json')), questions)
      return isDeepStrictEqual(again, answers)
    }),
    {numRuns: 300},
  )

test('a recording answers as the host did', async (t) => {
  await t.notThrowsAsync(replays(absentDocument))
})

test('a recording of a recording answers as the first did', async (t) => {
  const first = recordHost(snapshotHost(absentDocument))
  const all = [...new Set(paths.flatMap((path) => [path, parentOf(path)]))]
  await answersOf(first.host, [
    (h) => h.status(all, {labels: true}),
    ...all.map(
      (path): Question =>
        (h) =>
          h.list(path),
    ),
    ...all
      .filter((_, index) => index % 2 === 0)
      .map(
        (path): Question =>
          (h) =>
            h.readFile(path),
      ),
  ])
  await t.notThrowsAsync(replays(await first.document()))
})

test('what was not asked stays unknown, and the order of asking leaves no trace', async (t) => {
  const host = snapshotHost(absentDocument)
  const [one, other] = [recordHost(host), recordHost(host)]
  await answersOf(one.host, [
    (h) => h.readFile('/etc/os-release'),
    (h) => h.list('/run'),
    (h) => h.run(['uname', '-r']),
  ])
  await answersOf(other.host, [
    (h) => h.run(['uname', '-r']),
    (h) => h.list('/run'),
    (h) => h.readFile('/etc/os-release'),
  ])
  const document = await one.document()
  t.is(JSON.stringify(document), JSON.stringify(await other.document()))
  t.deepEqual(document.files, {
    '/etc/os-release': {symlink: '../usr/lib/os-release', mode: '0777', uid: 0, gid: 0, size: 21},
    '/run': {
      directory: true,
      mode: '0755',
      uid: 0,
      gid: 0,
      size: 0,
      entries: ['docker.sock', 'empty.sock', 'pipe', 'systemd'],
    },
    '/usr/lib/os-release': {mode: '0644', uid: 0, gid: 0, size: 10, content: 'ID=debian\n'},
  })
  const replayed = snapshotHost(document)
  t.like(await replayed.readFile('/etc/docker/daemon.json'), {state: 'unreadable', reason: 'was not recorded'})
  t.is((await replayed.readFile('/run/none')).state, 'absent')
})

test('secrets do not enter a recording', async (t) => {
  const recording = recordHost(snapshotHost(absentDocument))
  await recording.host.readFile('/etc/proxy')
  t.false(JSON.stringify(await recording.document()).includes('secret'))
})

test('a recorded root is a root again, with the same reasons, however often it is recorded', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'recorded-root-'))
  t.teardown(() => rm(directory, {recursive: true}))
  await mkdir(join(directory, 'etc'))
  await writeFile(join(directory, 'etc/hostname'), 'image-1\n')
  await symlink('/proc/self/mounts', join(directory, 'etc/mtab'))
  const questions: readonly Question[] = [
    (h) => h.readFile('/etc/hostname'),
    (h) => h.readFile('/etc/mtab'),
    (h) => h.readFile('/proc/modules'),
    (h) => h.list('/sys/class/net'),
    (h) => h.status(['/proc/1/exe', '/etc/none', '/etc/mtab'], {follow: true}),
    (h) => h.status(['/etc/hostname'], {labels: true}),
    (h) => h.run(['uname', '-r']),
    (h) => h.hardware(),
  ]
  let host = await rootHost(directory)
  const answers = await answersOf(host, questions)
  for (const _ of ['the root', 'its recording']) {
    const recording = recordHost(host)
    await answersOf(recording.host, questions)
    const document = await recording.document()
    t.like(document.host, {name: 'image-1', mode: 'root'})
    host = snapshotHost(parseSnapshot(JSON.stringify(document), 'image.json'))
    t.is(host.mode, 'root')
    t.deepEqual(await answersOf(host, questions), answers)
  }
})

test('what was recorded elsewhere is a snapshot', async (t) => {
  const document = await recordHost(snapshotHost(absentDocument)).document()
  t.deepEqual(document.host, absentDocument.host)
  t.is(snapshotHost(document).mode, 'snapshot')
})
