import {execFileSync} from 'node:child_process'
import {mkdir, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {UserError} from '../../src/errors.ts'
import {rootHost} from '../../src/host/root.ts'

const base = await mkdtemp(join(tmpdir(), 'root-'))
const root = join(base, 'image')
for (const name of ['etc', 'usr/lib', 'usr/bin', 'proc', 'run']) await mkdir(join(root, name), {recursive: true})
await writeFile(join(base, 'outside'), 'outside')
await writeFile(join(root, 'usr/lib/os-release'), 'ID=image\n')
await writeFile(join(root, 'etc/hostname'), 'image-1\n')
await writeFile(join(root, 'proc/version'), 'not to be trusted')
await writeFile(join(root, 'run/machine-id'), 'abc')
await symlink('usr/bin', join(root, 'bin'))
const escapes: Readonly<Record<string, string>> = {
  'etc/os-release': '../usr/lib/os-release',
  'etc/absolute': '/usr/lib/os-release',
  'etc/up': '../../outside',
  'etc/far': '../../../../../../../../../../etc/passwd',
  'etc/abs-outside': join(base, 'outside'),
  'etc/dir': '/../..',
  'etc/loop': 'loop',
  'etc/kernel': '/proc/version',
}
for (const [name, target] of Object.entries(escapes)) await symlink(target, join(root, name))
test.after.always(() => rm(base, {recursive: true}))

test('relative and absolute links are resolved inside the root', async (t) => {
  const host = await rootHost(root)
  for (const path of ['/etc/os-release', '/etc/absolute', '/etc/dir/usr/lib/os-release', '/../../usr/lib/os-release']) {
    t.like(await host.readFile(path), {state: 'read', value: 'ID=image\n', source: {path}}, path)
  }
  t.is(host.name, 'image-1')
  t.is(host.mode, 'root')
  const statuses = await host.status(['/etc/absolute', '/etc/loop'])
  t.like(statuses.get('/etc/absolute'), {
    value: {type: 'symlink', target: '/usr/lib/os-release', realPath: '/usr/lib/os-release'},
  })
  t.like(statuses.get('/etc/loop'), {value: {type: 'symlink', realPath: '/etc/loop'}})
})

test('no link leads out', async (t) => {
  const host = await rootHost(root)
  for (const path of ['/etc/up', '/etc/far', '/etc/abs-outside', '/../outside']) {
    t.is((await host.readFile(path)).state, 'absent', path)
    t.is((await host.status([path], {follow: true})).get(path)?.state, 'absent', path)
  }
  t.like(await host.list('/etc/dir'), {value: ['bin', 'etc', 'proc', 'run', 'usr']})
  t.like(await host.readFile('/etc/loop'), {reason: 'has too many levels of symbolic links'})
})

test('the kernel of the machine doing the mounting is not the image', async (t) => {
  const host = await rootHost(root)
  for (const path of ['/proc/version', '/etc/kernel', '/sys/kernel']) {
    t.like(await host.readFile(path), {state: 'unreadable', reason: 'offline: a mounted root has no running kernel'})
  }
  t.like(await host.readFile('/run/machine-id'), {value: 'abc'})
  t.like(await host.run(['uname', '-r']), {state: 'unreadable', reason: 'no program is started on a mounted root'})
  t.like((await host.status(['/etc'], {labels: true})).get('/etc'), {state: 'unreadable'})
  t.is((await host.hardware()).state, 'absent')
})

test('a root that is no directory is a mistake of the user', async (t) => {
  await t.throwsAsync(rootHost(join(base, 'none')), {instanceOf: UserError, message: /no such file or directory$/})
  await t.throwsAsync(rootHost(join(base, 'outside')), {instanceOf: UserError, message: /not a directory/})
})

test('a directory without etc and usr is no root, as where a mount failed', async (t) => {
  const empty = join(base, 'empty')
  await mkdir(empty)
  for (const directory of [empty, '/proc/sys']) {
    await t.throwsAsync(rootHost(directory), {
      instanceOf: UserError,
      message: `${directory} is no root file system: it has neither etc nor usr`,
    })
  }
  await mkdir(join(empty, 'usr'))
  t.is((await rootHost(empty)).name, 'empty')
})

test('no path outside the root is opened and no program started', async (t) => {
  const trace = join(base, 'trace')
  const script = `import {rootHost} from ${JSON.stringify(new URL('../../src/host/root.ts', import.meta.url).href)}
    import {accessSync} from 'node:fs'
    const host = await rootHost(process.argv[1])
    const paths = process.argv.slice(2)
    try { accessSync('/trace-begins') } catch {}
    for (const path of paths) await Promise.all([host.readFile(path), host.readHead(path, 4), host.list(path)])
    await host.status(paths, {follow: true})
    await host.status(paths, {labels: true})
    await host.run(['uname', '-r'])
    try { accessSync('/trace-ends') } catch {}`
  const paths = [...Object.keys(escapes).map((name) => `/${name}`), '/bin/sh', '/../../etc/passwd', '/proc/self/exe']
  const node = [process.execPath, '--import=tsx', '--input-type=module', '-e', script, '--', root, ...paths]
  if (!hasStrace()) {
    t.pass('needs strace')
    return
  }
  execFileSync('strace', ['-f', '-o', trace, '-e', 'trace=%file,execve', ...node])
  const lines = (await readFile(trace, 'utf8')).split('\n')
  const begin = lines.findIndex((line) => line.includes('/trace-begins'))
  const during = lines.slice(
    begin + 1,
    lines.findIndex((line) => line.includes('/trace-ends')),
  )
  t.true(begin > 0)
  t.true(during.some((line) => line.includes(`"${root}/usr/lib/os-release"`)))
  t.deepEqual(
    during.filter((line) => line.includes('execve')),
    [],
  )
  const ownPaths = [root, '/proc/self/fd/', '/sys/devices/system/cpu/online']
  const outside = during.filter((line) => /"\//.test(line) && !ownPaths.some((path) => line.includes(`"${path}`)))
  t.deepEqual(outside, [])
})

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], {stdio: 'ignore'})
    return true
  } catch {
    return false
  }
}
