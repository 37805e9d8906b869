import {spawnSync} from 'node:child_process'
import {copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {plant} from './debian.ts'
import {
  fakeExecutable,
  freshFolder,
  install,
  installer,
  lastLine,
  plantRelease,
  releaseFiles,
  versionOf,
  workshop,
} from './releases.ts'

test.after.always(() => rmSync(workshop, {recursive: true, force: true}))

const shells: Readonly<Record<string, readonly string[]>> = {dash: ['dash'], BusyBox: ['busybox', 'sh'], mksh: ['mksh']}

for (const [name, shell] of Object.entries(shells)) {
  test(`${name}: install, again, the next version, and remove`, (t) => {
    const prefix = freshFolder('prefix')
    const file = join(prefix, 'bin/node-preflight')
    const releases = freshFolder('releases')
    for (const version of ['1.0.0', '2.0.0']) plantRelease(join(releases, `v${version}`), version)
    const take = (version: string) => install(shell, ['--prefix', prefix, '--from', releases, '--version', version])
    t.deepEqual(take('1.0.0'), ended(0, `installed ${file} (1.0.0)`))
    const {mode, ino, mtimeMs} = statSync(file)
    t.is(mode & 0o7777, 0o755)
    t.deepEqual(take('v1.0.0'), ended(0, `${file} (1.0.0) is installed already`))
    t.like(statSync(file), {ino, mtimeMs})
    t.deepEqual(take('2.0.0'), ended(0, `installed ${file} (2.0.0)`))
    t.is(versionOf(file), '2.0.0')
    t.deepEqual(readdirSync(join(prefix, 'bin')), ['node-preflight'])
    const remove = () => install(shell, ['--prefix', prefix, '--uninstall'])
    t.deepEqual(remove(), ended(0, `removed ${file}`))
    t.deepEqual(readdirSync(join(prefix, 'bin')), [])
    t.deepEqual(remove(), ended(0, `${file} is not installed`))
  })

  test(`${name}: what is not as the checksums say leaves the old one in place`, (t) => {
    const prefix = freshFolder('prefix')
    t.is(install(shell, ['--prefix', prefix, '--from', plantRelease(freshFolder(), '1.0.0')]).status, 0)
    for (const [message, spoil] of spoilt) {
      const place = plantRelease(freshFolder(), '2.0.0')
      spoil(place)
      const {status, stdout, stderr} = install(shell, ['--prefix', prefix, '--from', place])
      t.is(status, 1, stderr)
      t.is(stdout, '')
      t.regex(stderr, message)
      t.is(versionOf(join(prefix, 'bin/node-preflight')), '1.0.0')
      t.deepEqual(readdirSync(join(prefix, 'bin')), ['node-preflight'])
    }
  })

  test(`${name}: --run hands on the arguments and the exit code`, (t) => {
    const args = ['--prefix', freshFolder('with space'), '--from', plantRelease(freshFolder())]
    const {status, stdout} = install(shell, [...args, '--run', 'check', '--only', 'a  b', '--from', ''])
    t.is(stdout, '[check][--only][a  b][--from][]\n')
    t.is(status, 3)
  })

  test(`${name}: mistakes are told and change nothing`, (t) => {
    const prefix = join(freshFolder(), 'none')
    const script = join(freshFolder('nothing to build'), 'install.sh')
    copyFileSync(installer, script)
    for (const [message, ...args] of mistakes) {
      const {status, stdout, stderr} = install(shell, ['--prefix', prefix, ...args], {script})
      t.is(status, 2, stderr)
      t.is(stdout, '')
      t.is(lastLine(stderr), `install.sh: ${message}`)
      t.false(existsSync(prefix))
    }
    const help = install(shell, ['--help'])
    t.is(help.status, 0)
    for (const option of ['--prefix', '--from', '--version', '--uninstall', '--run'])
      t.true(help.stdout.includes(option))
  })

  test(`${name}: a checkout is built first, and what npm says is no output`, (t) => {
    const checkout = freshFolder('checkout')
    const script = join(checkout, 'install.sh')
    copyFileSync(installer, script)
    const path = npmThat('mkdir -p dist; cp built dist/node-preflight', checkout)
    plant(join(checkout, 'built'), fakeExecutable('built'), 0o755)
    const first = install(shell, ['--prefix', 'prefix', '--run', 'x'], {script, path, cwd: checkout})
    t.like(first, {status: 3, stdout: '[x]\n'})
    t.is(readFileSync(join(checkout, 'log'), 'utf8'), 'npm ci --no-audit --no-fund\nnpm run --silent build\n')
    plant(join(checkout, 'node_modules/.bin/bun'), '', 0o755)
    const second = install(shell, ['--prefix', join(checkout, 'prefix')], {
      script,
      path: npmThat('echo no space left; exit 1', checkout),
    })
    t.like(second, {status: 1, stdout: ''})
    t.is(second.stderr, 'npm says\nno space left\ninstall.sh: the build failed; its messages are above\n')
    t.is(versionOf(join(checkout, 'prefix/bin/node-preflight')), 'built')
  })

  test(`${name}: stopped half-way it leaves nothing`, (t) => {
    const [prefix, scratch] = [freshFolder('prefix'), freshFolder('scratch')]
    const place = plantRelease(freshFolder(), '', () => '#!/bin/sh\nsleep 30\n')
    const argv = ['--signal=TERM', '2', ...shell, installer, '--prefix', prefix, '--from', place]
    const {status} = spawnSync('timeout', argv, {env: {...process.env, TMPDIR: scratch}})
    t.is(status, 124)
    t.deepEqual(readdirSync(join(prefix, 'bin')), [])
    t.deepEqual(readdirSync(scratch), [])
  })

  test(`${name}: a full disk leaves the old one and no rest`, (t) => {
    const small = freshFolder('small')
    const large = plantRelease(
      freshFolder(),
      '2.0.0',
      (version) => `${fakeExecutable(version)}#${'x'.repeat(2 ** 21)}\n`,
    )
    const commands = `mount -t tmpfs -o size=1m tmpfs ${small}
"$@" --from ${plantRelease(freshFolder(), '1.0.0')} && ! "$@" --from ${large} && ls -A ${small}/bin && ${small}/bin/node-preflight --version`
    const argv = [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      commands,
      'sh',
      ...shell,
      installer,
      '--prefix',
      small,
    ]
    const {status, stdout, stderr} = spawnSync('unshare', argv, {encoding: 'utf8'})
    t.is(status, 0, stderr)
    t.is(stdout, 'node-preflight\n1.0.0\n')
    t.is(lastLine(stderr), `install.sh: cannot write to ${small}/bin; choose another --prefix or run as root`)
  })
}

/** What is wrong with a release, and what is said of it. */
const spoilt: readonly (readonly [message: RegExp, spoil: (place: string) => void])[] = [
  [
    /^install\.sh: the checksum of node-preflight-\S+ is [0-9a-f]{64}, but SHA256SUMS says [0-9a-f]{64}; nothing was installed\n$/,
    (place) => each(place, (file) => plant(file, fakeExecutable('tampered'), 0o755)),
  ],
  [/^install\.sh: there is no node-preflight-linux-\S+ in \S+\n$/, (place) => each(place, (file) => rmSync(file))],
  [/^install\.sh: there is no SHA256SUMS in \S+\n$/, (place) => rmSync(join(place, 'SHA256SUMS'))],
  [
    /^install\.sh: SHA256SUMS does not list node-preflight-linux-\S+\n$/,
    (place) => plant(join(place, 'SHA256SUMS'), ''),
  ],
  [
    /^install\.sh: SHA256SUMS does not list node-preflight-linux-\S+\n$/,
    (place) => plant(join(place, 'SHA256SUMS'), `${'0'.repeat(64)}  node-preflight-linux-x64.old\n`),
  ],
  [
    /^install\.sh: the executable does not run on this machine; nothing was installed\n$/,
    (place) => plantRelease(place, '', () => '#!/bin/sh\nexit 1\n'),
  ],
]

const mistakes: readonly (readonly [message: string, ...args: readonly string[]])[] = [
  ["unknown option '--form'", '--form', '/x'],
  ["unknown option 'stray'", 'stray'],
  ['--from needs a value', '--from'],
  ['--from needs a value', '--from', ''],
  ['--prefix needs a value', '--prefix', ''],
  ['--version goes with --from: a checkout installs its own version', '--version', '1.0.0'],
]

const ended = (status: number, line: string) => ({status, stdout: '', stderr: `${line}\n`})

const each = (place: string, change: (file: string) => void): void => {
  for (const name of releaseFiles) change(join(place, name))
}

/** A PATH whose npm notes its arguments and builds by these commands. */
function npmThat(build: string, checkout: string): string {
  const tools = freshFolder('npm')
  const text = `#!/bin/sh\necho "npm $*" >>${checkout}/log\necho npm says\ncase $* in *build*) ${build} ;; esac\n`
  plant(join(tools, 'npm'), text, 0o755)
  return `${tools}:${process.env.PATH}`
}

test('shellcheck has nothing to say', (t) => {
  const {status, stdout} = spawnSync('shellcheck', [installer], {encoding: 'utf8'})
  t.is(stdout, '')
  t.is(status, 0)
})
