import test from 'ava'
import fc from 'fast-check'
import {canonicalSelinuxType, categoriesOf, reachesLevel, readSelinuxContext} from '../../src/text/selinux-context.ts'

test('labels with and without a level, the NUL byte dropped', (t) => {
  const parts = {user: 'system_u', role: 'object_r', type: 'container_file_t'}
  t.deepEqual(readSelinuxContext('system_u:object_r:container_file_t:s0:c1,c2\0'), {...parts, level: 's0:c1,c2'})
  t.deepEqual(readSelinuxContext('system_u:object_r:container_file_t\0'), parts)
  t.is(readSelinuxContext('kernel\0'), undefined)
  t.is(readSelinuxContext('?'), undefined)
})

test('categories', (t) => {
  const list = (level: string) => [...(categoriesOf(level) ?? ['none'])]
  t.deepEqual(list('s0'), [])
  t.deepEqual(list('s0:c1,c5.c7'), [1, 5, 6, 7])
  t.is(categoriesOf('s0-s0:c0.c1023')?.size, 1024)
  for (const bad of ['c1', 's0:', 's0:c1024', 's0:c1.c2.c3', 's0:c0.c9999', '']) t.is(categoriesOf(bad), undefined, bad)
})

test('a process reaches files whose categories it holds', (t) => {
  t.true(reachesLevel('s0:c1,c2', 's0'))
  t.true(reachesLevel('s0-s0:c0.c1023', 's0:c1,c2'))
  t.false(reachesLevel('s0:c1,c2', 's0:c1,c3'))
  t.is(reachesLevel('s0', 'nonsense'), undefined)
})

test('aliases', (t) => {
  t.is(canonicalSelinuxType('svirt_sandbox_file_t'), 'container_file_t')
  t.is(canonicalSelinuxType('kubelet_exec_t'), 'kubelet_exec_t')
})

test('reach is the subset order', (t) => {
  const set = fc.uniqueArray(fc.integer({min: 0, max: 8}), {minLength: 1})
  const level = (categories: number[]) => `s0:${categories.map((category) => `c${category}`).join(',')}`
  fc.assert(
    fc.property(set, set, (process, file) => {
      t.true(reachesLevel(level([...process, ...file]), level(file)))
      t.is(
        reachesLevel(level(process), level(file)),
        file.every((category) => process.includes(category)),
      )
    }),
  )
})
