import {execFileSync} from 'node:child_process'
import {chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {liveHost} from '../../src/host/live.ts'

const host = liveHost()
const directory = await mkdtemp(join(tmpdir(), 'live-'))
const at = (name: string): string => join(directory, name)
test.after.always(() => rm(directory, {recursive: true}))

test('reads a file through links, its head, and procfs whose files have no size', async (t) => {
  await writeFile(at('text'), 'one\ntwo\n')
  await symlink('text', at('link'))
  t.deepEqual(await host.readFile(at('link')), {
    state: 'read',
    value: 'one\ntwo\n',
    source: {kind: 'file', path: at('link')},
  })
  t.like(await host.readHead(at('text'), 3), {state: 'read', value: new Uint8Array([111, 110, 101])})
  t.like(await host.readHead(at('text'), 300), {state: 'read', value: new Uint8Array(Buffer.from('one\ntwo\n'))})
  const version = await host.readFile('/proc/version')
  t.regex(version.state === 'read' ? version.value : '', /^Linux version /)
})

test('what is missing is absent', async (t) => {
  await writeFile(at('plain'), '')
  await symlink('/no/such/file', at('dangling'))
  for (const path of [at('none'), at('plain/below'), at('dangling')])
    t.is((await host.readFile(path)).state, 'absent', path)
  t.is((await host.list(at('none'))).state, 'absent')
})

test('only regular files are opened', async (t) => {
  execFileSync('mkfifo', [at('fifo')])
  const server = createServer().listen(at('socket'))
  t.teardown(() => server.close())
  await symlink('loop', at('loop'))
  const reasons: readonly [string, string][] = [
    [at('fifo'), 'is a fifo, not a regular file'],
    [at('socket'), 'is a socket, not a regular file'],
    [directory, 'is a directory, not a regular file'],
    ['/dev/zero', 'is a device, not a regular file'],
    [at('loop'), 'has too many levels of symbolic links'],
  ]
  for (const [path, reason] of reasons) {
    t.like(await host.readFile(path), {state: 'unreadable', reason})
    t.like(await host.readHead(path, 4), {state: 'unreadable', reason})
  }
})

test('a huge sparse file is refused whole and gives its head', async (t) => {
  await writeFile(at('sparse'), 'ELF')
  await truncate(at('sparse'), 100 * 1024 * 1024)
  t.like(await host.readFile(at('sparse')), {state: 'unreadable', reason: 'is larger than 16 MiB'})
  t.like(await host.readHead(at('sparse'), 4), {state: 'read', value: new Uint8Array([69, 76, 70, 0])})
})

test('invalid UTF-8 is named by its offset, and replaced below /proc', async (t) => {
  await writeFile(at('latin'), Buffer.from([0xef, 0xbf, 0xbd, 0x61, 0xe9, 0x62]))
  t.like(await host.readFile(at('latin')), {state: 'unreadable', reason: 'is not UTF-8 text: invalid byte at offset 4'})
  await writeFile(at('cut'), Buffer.from([0x61, 0xe2, 0x82]))
  t.like(await host.readFile(at('cut')), {reason: 'is not UTF-8 text: invalid byte at offset 1'})
})

test('secrets are redacted, and files of secrets refused, links to them too', async (t) => {
  await writeFile(at('proxy'), 'http://bob:secret@proxy:3128\n')
  t.like(await host.readFile(at('proxy')), {value: 'http://[redacted]@proxy:3128\n'})
  await mkdir(at('pki'))
  await writeFile(at('pki/ca.key'), 'x', {mode: 0o600})
  await symlink('pki/ca.key', at('innocent'))
  for (const path of [at('pki/ca.key'), at('innocent')]) {
    t.like(await host.readFile(path), {state: 'unreadable', reason: 'holds secrets and is never read'})
  }
})

test('lists a directory in order and says what is none', async (t) => {
  await mkdir(at('many'))
  for (const name of ['b', 'a', 'B']) await writeFile(at(`many/${name}`), '')
  t.like(await host.list(at('many')), {state: 'read', value: ['B', 'a', 'b']})
  t.like(await host.list(at('many/a')), {state: 'unreadable', reason: 'is a file, not a directory'})
})

test('the status of a file reached through a linked directory, of links, and of nothing', async (t) => {
  await mkdir(at('real'))
  await writeFile(at('real/file'), 'xyz')
  await chmod(at('real/file'), 0o4755)
  await symlink('real', at('alias'))
  await symlink('gone/file', at('broken'))
  await symlink('circle', at('circle'))
  const statuses = await host.status([at('alias/file'), at('alias'), at('broken'), at('circle'), at('nothing')])
  t.like(statuses.get(at('alias/file')), {value: {type: 'file', mode: 0o4755, sizeBytes: 3, realPath: at('real/file')}})
  t.like(statuses.get(at('alias')), {value: {type: 'symlink', target: 'real', realPath: at('real')}})
  t.like(statuses.get(at('broken')), {value: {target: 'gone/file', realPath: at('gone/file')}})
  t.like(statuses.get(at('circle')), {value: {type: 'symlink', realPath: at('circle')}})
  t.is(statuses.get(at('nothing'))?.state, 'absent')
  const followed = await host.status([at('alias'), at('broken'), at('circle')], {follow: true})
  t.like(followed.get(at('alias')), {value: {type: 'directory', realPath: at('real')}})
  t.is(followed.get(at('broken'))?.state, 'absent')
  t.like(followed.get(at('circle')), {state: 'unreadable', reason: 'has too many levels of symbolic links'})
})

test('labels are read for any name, and their absence is known', async (t) => {
  const name = at("line\nbreak 'quoted'")
  await writeFile(name, '')
  const paths = [name, at('not-there'), ...Array.from({length: 3000}, (_, index) => at(`absent-${index}`))]
  const statuses = await host.status(paths, {labels: true})
  t.is(statuses.size, paths.length)
  t.is(statuses.get(at('not-there'))?.state, 'absent')
  t.not(statuses.get(name)?.state, 'absent')
})

test('a file of somebody else asks for root', async (t) => {
  const script = `import {liveHost} from ${JSON.stringify(new URL('../../src/host/live.ts', import.meta.url).href)}
    const host = liveHost()
    await host.readFile('/proc/version')
    process.setgroups([])
    process.setgid(65534)
    process.setuid(65534)
    console.log(JSON.stringify([await host.readFile(process.argv[1]), [...(await host.status([process.argv[1]])).values()]]))`
  if (process.getuid?.() !== 0) {
    t.pass('needs root to drop privileges')
    return
  }
  await mkdir(at('closed'), {mode: 0o700})
  await writeFile(at('closed/file'), 'x')
  await chmod(directory, 0o755)
  const path = at('closed/file')
  const [program, ...args] = [
    process.execPath,
    '--import=tsx',
    '--input-type=module',
    '-e',
    script,
    '--',
    path,
  ] as const
  const output = execFileSync(program, args, {encoding: 'utf8', env: {...process.env, NODE_V8_COVERAGE: ''}})
  const reading = {state: 'unreadable', reason: 'permission denied; run as root', source: {kind: 'file', path}}
  t.deepEqual(JSON.parse(output), [reading, [reading]])
})

test('the hardware inventory has memory and processors', async (t) => {
  const hardware = await host.hardware()
  t.is(hardware.state, 'read')
  if (hardware.state !== 'read') return
  t.true((hardware.value.memoryBytes ?? 0) > 64 * 1024 * 1024)
  t.true((hardware.value.processors ?? 0) >= 1)
})
