import test from 'ava'
import fc from 'fast-check'
import {maxLinks, normalPath, resolvePath, type Step} from '../../src/host/path.ts'

const tree: Readonly<Record<string, Step>> = {
  '/bin': {link: 'usr/bin'},
  '/usr/bin/sh': {link: 'dash'},
  '/etc/os-release': {link: '../usr/lib/os-release'},
  '/etc/escape': {link: '../../../../etc/target'},
  '/etc/absolute': {link: '/usr/bin'},
  '/etc/file': 'other',
  '/loop/a': {link: 'b'},
  '/loop/b': {link: 'a'},
  '/missing': 'absent',
  '/dangling': {link: '/missing/file'},
}
const lookUp = (path: string): Step => tree[path] ?? 'directory'

test('links lead where the kernel would take them inside the root', async (t) => {
  t.deepEqual(await resolvePath('/bin/sh', lookUp), {state: 'there', path: '/usr/bin/dash'})
  t.deepEqual(await resolvePath('/etc/os-release', lookUp), {state: 'there', path: '/usr/lib/os-release'})
  t.deepEqual(await resolvePath('/etc/absolute/x', lookUp), {state: 'there', path: '/usr/bin/x'})
  t.deepEqual(await resolvePath('/etc/absolute/../lib', lookUp), {state: 'there', path: '/usr/lib'})
})

test('a link as last component is kept when it is not followed', async (t) => {
  t.deepEqual(await resolvePath('/bin/sh', lookUp, false), {state: 'there', path: '/usr/bin/sh'})
})

test('".." stops at the root', async (t) => {
  t.deepEqual(await resolvePath('/etc/escape', lookUp), {state: 'there', path: '/etc/target'})
  t.deepEqual(await resolvePath('/../../..', lookUp), {state: 'there', path: '/'})
})

test('a dangling link ends where its file would be, and a file has nothing below it', async (t) => {
  t.deepEqual(await resolvePath('/dangling', lookUp), {state: 'absent', path: '/missing/file'})
  t.deepEqual(await resolvePath('/etc/file/x', lookUp), {state: 'absent', path: '/etc/file/x'})
})

test('loops end after as many links as the kernel follows', async (t) => {
  t.is((await resolvePath('/loop/a', lookUp)).state, 'loop')
  const chain =
    (length: number) =>
    (path: string): Step => {
      const index = Number(path.slice(1))
      return index < length ? {link: `/${index + 1}`} : 'other'
    }
  t.deepEqual(await resolvePath('/0', chain(maxLinks)), {state: 'there', path: `/${maxLinks}`})
  t.is((await resolvePath('/0', chain(maxLinks + 1))).state, 'loop')
})

test('whatever the links say, only normal paths are looked at', async (t) => {
  const name = fc.constantFrom('a', 'b', 'c', '..', '.', '')
  const target = fc.array(name, {minLength: 1, maxLength: 6}).map((names) => names.join('/') || '/')
  const links = fc.dictionary(fc.constantFrom('/a', '/b', '/a/b', '/a/a', '/b/c', '/a/b/c'), target)
  const law = fc.assert(
    fc.asyncProperty(links, target, async (links, path) => {
      const seen: string[] = []
      const end = await resolvePath(path, (at) => {
        seen.push(at)
        const link = links[at]
        return link === undefined ? 'directory' : {link}
      })
      return [...seen, end.path].every((at) => at === normalPath(at))
    }),
  )
  await t.notThrowsAsync(law)
})
