import {execFileSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import ava from 'ava'
import type {Host} from '../../src/host/host.ts'
import {liveHost} from '../../src/host/live.ts'
import {shellHost} from '../../src/host/shell.ts'

const directory = await mkdtemp(join(tmpdir(), 'shell-'))
const at = (name: string): string => join(directory, name)
const hostile = [
  'with space',
  "quo'te",
  'dou"ble',
  'line\nbreak',
  '$(touch pwned)',
  '`id`',
  '-n',
  'back\\slash',
  '*',
  '.hidden',
  '..odd',
  '[a]',
  'é',
]
await makeTree()
ava.after.always(() => rm(directory, {recursive: true}))

const busybox = at('busybox')
const shells = [
  {title: 'dash', needs: 'dash', shell: 'dash'},
  {title: 'bash', needs: 'bash', shell: 'bash'},
  {title: 'mksh', needs: 'mksh', shell: 'mksh'},
  {title: 'busybox ash', needs: 'busybox', shell: 'busybox ash'},
  {title: 'nothing but busybox', needs: 'busybox', shell: 'sh', searchPath: busybox},
]
const isCoarse = (searchPath: string | undefined): boolean => searchPath !== undefined

for (const {title, needs, ...options} of shells) {
  const test = isInstalled(needs) ? ava.serial : ava.serial.skip
  const open = () => shellHost({argv: ['sh'], name: 'here', ...options})

  test(`${title}: files, heads and lists are what this host reads itself`, async (t) => {
    const host = await open()
    t.teardown(() => host.close())
    const live = liveHost()
    const paths = (await readdir(directory)).map(at)
    const asked = [...paths, ...hostile.map((name) => at(`names/${name}`)), at('none'), at('text/below'), ...ofSystem]
    const [here, there] = await Promise.all(
      [live, host].map((each) => Promise.all(asked.map((path) => answersOf(each, path)))),
    )
    for (const [index, path] of asked.entries()) t.deepEqual(there?.[index], here?.[index], path)
    t.is(host.name, live.name)
    t.true(Math.abs(host.now() - Date.now()) < 2000)
    t.deepEqual(await host.hardware(), await live.hardware())
    t.deepEqual(await readdir(at('names')), hostile.toSorted())
  })

  test(`${title}: the status of all of them, followed and not`, async (t) => {
    const host = await open()
    t.teardown(() => host.close())
    const links = ['alias/inner', 'dangling', 'chain', 'circle', 'names/', 'alias/../text', 'around/text'].map(at)
    const paths = [...(await readdir(directory)).map(at), ...hostile.map((name) => at(`names/${name}`)), ...links]
    for (const follow of [false, true]) {
      const asked = [...paths, ...ofSystem, '/', '/sys/class/net/lo']
      const [here, there] = await Promise.all([liveHost().status(asked, {follow}), host.status(asked, {follow})])
      for (const path of asked) {
        t.deepEqual(
          rounded(there.get(path), isCoarse(options.searchPath)),
          rounded(here.get(path), isCoarse(options.searchPath)),
          path,
        )
      }
    }
  })

  test(`${title}: programs, all at once`, async (t) => {
    const host = await open()
    t.teardown(() => host.close())
    const live = liveHost()
    const programs = [
      ['sh', '-c', 'echo "out  put"; echo err >&2; exit 3'],
      ['sh', '-c', 'printf "no newline"'],
      ['sh', '-c', 'printf "two\n\n"'],
      ['sh', '-c', 'echo "$LC_ALL"; pwd'],
      ['sh', '-c', 'kill -SEGV $$'],
      ['not-installed'],
      ['/no/such/program'],
      [at('text')],
      ['cat'],
      ['echo', "it's", '$(id)', 'a\nb', ''],
    ]
    const [here, there] = await Promise.all([
      Promise.all(programs.map((argv) => live.run(argv))),
      Promise.all(programs.map((argv) => host.run(argv))),
    ])
    t.deepEqual(there, here)
    t.is(host.roundTrips(), 2)
    const slow = await Promise.all([host.run(['sleep', '20'], {timeoutMs: 1000}), host.run(['echo', 'quick'])])
    t.like(slow, [{state: 'unreadable', reason: 'did not end within 1000 ms'}, {value: {stdout: 'quick\n'}}])
    t.like(await host.run(['yes'], {timeoutMs: 4000}), {state: 'unreadable', reason: 'wrote more than 16 MiB'})
  })
}

ava.serial('tools of less ability cost processes, not answers', async (t) => {
  for (const [name, refused] of Object.entries({head: '-q', timeout: '-s', realpath: '/'})) {
    const script = `#!/bin/sh\n[ "$1" != ${refused} ] || exit 1\nexec /usr/bin/${name} "$@"\n`
    await writeFile(at(`old/${name}`), script, {mode: 0o755})
  }
  const host = await shellHost({argv: ['sh'], name: 'here', searchPath: `${at('old')}:/usr/bin:/bin`})
  t.teardown(() => host.close())
  const live = liveHost()
  const paths = ['text', 'link', 'bytes', 'blank', 'large', 'private', 'fifo', 'none', "names/quo'te"].map(at)
  for (const path of paths) t.deepEqual(await answersOf(host, path), await answersOf(live, path), path)
  const links = ['chain', 'dangling', 'circle'].map(at)
  t.deepEqual(await host.status(links), await live.status(links))
  t.like(await host.run(['echo', 'yes']), {value: {stdout: 'yes\n'}})
})

ava.serial('a root without a kernel is no host', async (t) => {
  if (process.getuid?.() !== 0 || !isInstalled('busybox')) {
    t.pass('needs root and busybox')
    return
  }
  const jail = await mkdtemp(join(tmpdir(), 'jail-'))
  t.teardown(() => rm(jail, {recursive: true}))
  await mkdir(join(jail, 'bin'))
  await copyFile('/usr/bin/busybox', join(jail, 'bin/sh'))
  const libraries = execFileSync('ldd', ['/usr/bin/busybox'], {encoding: 'utf8'}).match(/\/\S+/g) ?? []
  for (const library of libraries) {
    await mkdir(join(jail, dirname(library)), {recursive: true})
    await copyFile(library, join(jail, library))
  }
  for (const applet of ['env', 'date', 'hostname']) await symlink('sh', join(jail, 'bin', applet))
  await t.throwsAsync(shellHost({argv: ['chroot', jail, '/bin/sh'], name: 'image', deadlineMs: 5000}), {
    message: /^no shell on image by 'chroot \S+ \/bin\/sh': no \/proc is mounted there/,
  })
})

ava.serial('hundreds of questions asked at once are one round trip', async (t) => {
  const host = await shellHost({argv: ['sh'], name: 'here'})
  t.teardown(() => host.close())
  const paths = Array.from({length: 900}, (_, index) => at(`many/${index}`))
  const [files, statuses] = await Promise.all([
    Promise.all(paths.map((path) => host.readFile(path))),
    host.status(paths),
    host.list(at('many')),
    host.run(['true']),
  ])
  t.is(host.roundTrips(), 2)
  t.deepEqual(
    files.map((file) => file.state === 'read' && file.value),
    paths.map((_, index) => `${index}\n`),
  )
  t.is([...statuses.values()].filter(({state}) => state === 'read').length, 900)
})

ava.serial('what an ordinary user may not see is unreadable, never absent', async (t) => {
  if (process.getuid?.() !== 0) {
    t.pass('needs root to drop privileges')
    return
  }
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'sh']
  const host = await shellHost({argv: nobody, name: 'here'})
  t.teardown(() => host.close())
  const denied = {state: 'unreadable', reason: 'permission denied; run as root'}
  t.like(await host.readFile(at('closed/file')), denied)
  t.like(await host.readFile(at('private')), denied)
  t.like(await host.list(at('closed')), denied)
  const statuses = await host.status([at('closed'), at('closed/file'), '/proc/1/exe'])
  t.is(statuses.get(at('closed'))?.state, 'read')
  t.like(statuses.get(at('closed/file')), denied)
  t.like(statuses.get('/proc/1/exe'), denied)
  t.like(await host.readFile('/proc/1/environ'), denied)
})

ava.serial('root by another command, or a clean refusal', async (t) => {
  const host = await shellHost({argv: ['sh'], become: ['env', 'WORDS=a b'], name: 'here'})
  t.like(await host.run(['echo', 'still here']), {value: {stdout: 'still here\n'}})
  host.close()
  const sudo = ['sh', '-c', 'echo "sudo: a password is required" >&2; exit 1']
  await t.throwsAsync(shellHost({argv: ['sh'], become: sudo, name: 'node-1'}), {
    message: /^no shell on node-1 by 'sh': .*exit code 1: sudo: a password is required$/,
  })
})

ava.serial('greetings, prompts and terminals are passed over', async (t) => {
  const greeting = 'echo "Welcome to $(hostname)!"; echo "# root@host:~#"; PS1="> "; export PS1; exec sh -i'
  for (const argv of [
    ['sh', '-c', greeting],
    ['script', '-qefc', 'sh', '/dev/null'],
  ]) {
    const host = await shellHost({argv, name: 'here', deadlineMs: 8000})
    t.like(await host.readHead(at('binary'), 256), {state: 'read', value: everyByte}, argv[0])
    host.close()
  }
})

const byJump = 'Connection closed by UNKNOWN port 65535'

ava.serial('no shell is an error that names the host and the command', async (t) => {
  const cases: readonly [argv: string[], message: RegExp][] = [
    [['/no/such/ssh', 'node-1'], /^no shell on node-1 by '\/no\/such\/ssh node-1': \/no\/such\/ssh is not installed$/],
    [['sh', '-c', 'echo "no route to host" >&2; exit 255'], /ended the session with exit code 255: no route to host$/],
    [['sleep', '30'], /: the host did not answer within 0\.7 s$/],
    [['cat'], /: the host did not answer within 0\.7 s$/],
    [['yes'], /: the host sent more than 1 MiB$/],
    [['true'], /: the host ended the session$/],
    [
      ['sh', '-c', 'echo Hi; echo "This account is not available."; exit 1'],
      /exit code 1: This account is not available\.$/,
    ],
    [['sh', '-c', 'echo Keep out >&2; echo No shell here'], /ended the session: Keep out; No shell here$/],
    [['sh', '-c', `echo 'sh: exec: restricted' >&2; exec sleep 30`], /within 0\.7 s: sh: exec: restricted$/],
    [
      ['sh', '-c', `printf '%s\\n' 'channel 0: refused' 'stdio forwarding failed' '${byJump}' >&2; exit 255`],
      /exit code 255: channel 0: refused$/,
    ],
  ]
  for (const [argv, message] of cases) {
    await t.throwsAsync(
      shellHost({argv, name: 'node-1', deadlineMs: argv[0] === 'yes' ? 10_000 : 700}),
      {name: 'UserError', message},
      argv.join(' '),
    )
  }
})

ava.serial('a session that is lost leaves the rest unreadable, with the reason', async (t) => {
  const ends: readonly [session: string, question: string, reason: string][] = [
    ['exec timeout -s KILL 3 sh', 'sleep 20', 'the host ended the session by SIGKILL'],
    ['sh | { dd bs=1 count=5000 2>/dev/null; exec sleep 30; }', 'ls /usr/bin', 'the host did not answer within 8 s'],
    ['exec 9>&1; exec sh', 'exec yes >&9', 'the host sent more than 64 MiB'],
  ]
  for (const [session, question, reason] of ends) {
    const host = await shellHost({argv: ['sh', '-c', session], name: 'node-1', deadlineMs: 4000})
    const lost = {state: 'unreadable', reason}
    t.like(await host.run(['sh', '-c', question], {timeoutMs: 4000}), lost)
    t.like(await host.readFile('/etc/passwd'), lost)
    t.like(await host.list('/etc'), lost)
    t.like((await host.status(['/etc'])).get('/etc'), lost)
    host.close()
  }
})

const everyByte = new Uint8Array(Array.from({length: 256}, (_, byte) => byte))

/** Paths of the system itself that answer the same twice. */
const ofSystem = ['/proc/version', '/sys/class/net/lo/mtu', '/etc/os-release', '/etc/passwd', '/dev/null', '/bin/sh']

async function answersOf(host: Host, path: string): Promise<readonly unknown[]> {
  return [
    await host.readFile(path),
    await host.readHead(path, 5),
    await host.readHead(path, 300),
    await host.list(path),
  ]
}

/** A status with the whole seconds that busybox tells. */
function rounded(status: unknown, isCoarse: boolean): unknown {
  return JSON.parse(
    JSON.stringify(status ?? null, (key, value: unknown) =>
      key === 'modifiedMs' && isCoarse && typeof value === 'number' ? Math.floor(value / 1000) : value,
    ),
  )
}

async function makeTree(): Promise<void> {
  for (const name of ['names', 'real', 'closed', 'pki', 'empty', 'many', 'busybox', 'old']) await mkdir(at(name))
  for (const name of hostile) await writeFile(at(`names/${name}`), `content of ${name}\n`)
  for (let index = 0; index < 900; index += 1) await writeFile(at(`many/${index}`), `${index}\n`)
  await writeFile(at('text'), 'one\ntwo\n')
  await writeFile(at('blank'), '')
  await writeFile(at('bytes'), Buffer.from([0x61, 0xe9, 0x00, 0x0a, 0xff]))
  await writeFile(
    at('binary'),
    Uint8Array.from({length: 256}, (_, byte) => byte),
  )
  await writeFile(at('large'), 'x'.repeat(3 * 1024 * 1024))
  await truncate(at('large'), 17 * 1024 * 1024)
  await writeFile(at('secrets'), 'password: hunter2\nhttp://bob:secret@proxy:3128\n')
  await writeFile(at('pki/ca.key'), 'x', {mode: 0o600})
  await writeFile(at('real/inner'), 'inner')
  await chmod(at('real/inner'), 0o4755)
  await writeFile(at('closed/file'), 'x')
  await writeFile(at('private'), 'x', {mode: 0o600})
  await chmod(at('closed'), 0o700)
  await chmod(directory, 0o755)
  const links = {
    link: 'text',
    alias: 'real',
    chain: 'link',
    dangling: 'gone/file',
    circle: 'circle',
    innocent: 'pki/ca.key',
    around: '.',
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, at(name))
  execFileSync('mkfifo', [at('fifo')])
  const server = createServer().listen(at('socket'))
  server.unref()
  if (!isInstalled('busybox')) return
  for (const applet of execFileSync('busybox', ['--list'], {encoding: 'utf8'}).trim().split('\n')) {
    await symlink('/usr/bin/busybox', at(`busybox/${applet}`))
  }
}

function isInstalled(program: string): boolean {
  return existsSync(`/usr/bin/${program}`)
}
