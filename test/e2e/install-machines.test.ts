import {once} from 'node:events'
import {chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import test from 'ava'
import {plant} from './debian.ts'
import {program} from './labelled-node.ts'
import {
  freshFolder,
  install,
  installer,
  installMeanwhile,
  lastLine,
  plantRelease,
  plantSudo,
  releaseFiles,
  versionOf,
  workshop,
  writeSums,
} from './releases.ts'
import {installSmallSystem, type Machine, runInside} from './small-system.ts'

test.after.always(() => rmSync(workshop, {recursive: true, force: true}))

/** Machines, and the build that runs on each. */
const machines: readonly (readonly [what: string, machine: Machine, target: string])[] = [
  ['x64', {machine: 'x86_64', libc: 'glibc'}, 'linux-x64'],
  ['x64 by its other name', {machine: 'amd64', libc: 'glibc'}, 'linux-x64'],
  ['x64 without AVX2', {machine: 'x86_64', libc: 'glibc', hasAvx2: false}, 'linux-x64-baseline'],
  ['x64 with musl', {machine: 'x86_64', libc: 'musl'}, 'linux-x64-musl'],
  ['x64 with musl beside glibc', {machine: 'x86_64', libc: 'glibc beside musl'}, 'linux-x64'],
  ['arm64', {machine: 'aarch64', libc: 'glibc', hasAvx2: false}, 'linux-arm64'],
  ['arm64 with musl', {machine: 'arm64', libc: 'musl', hasAvx2: false}, 'linux-arm64-musl'],
]

for (const [what, machine, target] of machines) {
  test(`the build for ${what} is ${target}`, (t) => {
    const root = smallSystem(machine)
    const {status, stdout, stderr} = runInside(root, ['sh', '/install.sh', '--from', '/release'])
    t.is(status, 0, stderr)
    t.is(stdout, '')
    t.is(stderr, `installed /usr/local/bin/node-preflight (${target})\n`)
    t.deepEqual(readdirSync(join(root, 'tmp')), [])
  })
}

test('there is no build for another architecture', (t) => {
  const root = smallSystem({machine: 'riscv64', libc: 'glibc'})
  const {status, stderr} = runInside(root, ['sh', '/install.sh', '--from', '/release'])
  t.is(status, 1)
  t.is(stderr, 'install.sh: there is no build for the architecture riscv64\n')
  t.false(existsSync(join(root, 'usr/local/bin/node-preflight')))
})

test('an ordinary user installs below the home directory, and nowhere else', (t) => {
  const root = smallSystem({machine: 'x86_64', libc: 'musl'})
  const denied = runInside(root, ['sh', '/install.sh', '--from', '/release', '--prefix', '/usr/local'], 'user')
  t.is(denied.status, 1)
  t.is(lastLine(denied.stderr), 'install.sh: cannot write to /usr/local/bin; choose another --prefix or run as root')
  const {status, stderr} = runInside(root, ['sh', '/install.sh', '--from', '/release'], 'user')
  t.is(status, 0)
  t.is(stderr, 'installed /home/.local/bin/node-preflight (linux-x64-musl)\n')
  t.false(existsSync(join(root, 'tmp/sudo-called')))
})

test('a release is fetched by curl, or by wget where there is no curl', async (t) => {
  const place = plantRelease(freshFolder())
  const asked = new Set<string | undefined>()
  const server = createServer((request, response) => {
    const file = join(place, request.url ?? '')
    asked.add(request.headers['user-agent']?.replace(/\/.*/, ''))
    response.statusCode = existsSync(file) ? 200 : 404
    response.end(existsSync(file) ? readFileSync(file) : 'not here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const from = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const file = join(freshFolder('prefix'), 'bin/node-preflight')
  for (const path of [`${process.env.PATH}`, pathWithoutCurl()]) {
    const take = (url: string) => installMeanwhile(['--prefix', join(file, '../..'), '--from', url], {path})
    const {status, stderr} = await take(from)
    t.is(status, 0, stderr)
    t.regex(versionOf(file), /^linux-/)
    rmSync(file)
    const gone = await take(`${from}/gone`)
    t.is(gone.status, 1)
    t.is(lastLine(gone.stderr), `install.sh: could not fetch ${from}/gone/SHA256SUMS`)
  }
  t.deepEqual([...asked], ['curl', 'Wget'])
  const path = pathWithoutCurl()
  rmSync(join(path, 'wget'))
  const neither = await installMeanwhile(['--from', from], {path})
  t.is(neither.stderr, 'install.sh: fetching a URL needs curl or wget\n')
})

test('the real executable is placed and run', (t) => {
  const place = freshFolder('release')
  const [first = '', ...others] = releaseFiles.map((name) => join(place, name))
  copyFileSync(program, first)
  for (const other of others) linkSync(first, other)
  writeSums(place)
  const [prefix, root] = [freshFolder('prefix'), freshFolder('root')]
  mkdirSync(join(root, 'etc'))
  const args = ['--prefix', prefix, '--from', place, '--run', 'check', '--root', root, '-o', 'json']
  const {status, stdout, stderr} = install(['dash'], args)
  t.like(JSON.parse(stdout), {kind: 'Report', phase: 'image', host: {mode: 'root'}}, stderr)
  t.true([0, 1, 3].includes(status ?? 4), stderr)
  t.true(readFileSync(join(prefix, 'bin/node-preflight')).equals(readFileSync(program)))
})

/** A system of BusyBox alone with install.sh and a release. */
function smallSystem(machine: Machine): string {
  const root = freshFolder('system')
  installSmallSystem(root, machine)
  copyFileSync(installer, join(root, 'install.sh'))
  plantRelease(join(root, 'release'))
  plantSudo(join(root, 'usr/local/bin'), '/tmp/sudo-called')
  for (const directory of ['', 'home']) chmodSync(join(root, directory), directory === 'home' ? 0o777 : 0o755)
  return root
}

/** A PATH of what install.sh needs, with BusyBox's wget for curl. */
function pathWithoutCurl(): string {
  const tools = freshFolder('tools')
  const needed = 'awk busybox cat chmod cmp cp dirname env grep id mkdir mktemp mv rm sh sha256sum uname'.split(' ')
  for (const name of needed) plant(join(tools, name), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${name} "$@"\n`, 0o755)
  plant(join(tools, 'wget'), '#!/bin/sh\nexec busybox wget "$@"\n', 0o755)
  return tools
}
