import test from 'ava'
import {boundedNames, boundedReads} from '../../src/facts/bounds.ts'
import {fileSource, read} from '../../src/host/reading.ts'

const names = (count: number) =>
  read(
    Array.from({length: count}, (_, index) => `f${index}`),
    fileSource('/etc/x'),
  )

test('a listing that nobody could walk is a gap, that of the processes is none', (t) => {
  t.is(boundedNames('/etc/x', names(10_000)).state, 'read')
  t.like(boundedNames('/etc/x', names(10_001)), {state: 'unreadable', reason: 'has more than 10000 entries'})
  t.is(boundedNames('/proc', names(10_001)).state, 'read')
})

test('the first thousand files of a directory are read', async (t) => {
  const bounded = boundedReads()
  const look = (path: string) => bounded(path, async () => read('text', fileSource(path)))
  const states = []
  for (let index = 0; index < 1001; index++) states.push((await look(`/etc/x/f${index}`)).state)
  t.is(states.indexOf('unreadable'), 1000)
  t.is((await look('/etc/y/f')).state, 'read')
  t.like(await look('/etc/x/g'), {reason: 'is not read: it is one of more than 1000 files in /etc/x'})
})

test('text is read until it is too much', async (t) => {
  const bounded = boundedReads()
  const states = []
  for (let index = 0; index < 5; index++) {
    states.push((await bounded(`/etc/${index}`, async () => read('a'.repeat(5_000_000), fileSource('/etc')))).state)
  }
  t.deepEqual(states, ['read', 'read', 'read', 'read', 'unreadable'])
  const lines = boundedReads()
  t.is((await lines('/a', async () => read('\n'.repeat(1_000_000), fileSource('/a')))).state, 'read')
  t.is((await lines('/b', async () => read('', fileSource('/b')))).state, 'unreadable')
})
