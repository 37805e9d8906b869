import {setTimeout as sleep} from 'node:timers/promises'
import test from 'ava'
import {turnsOf} from '../../src/cli/audit-turns.ts'

/** Waits for a turn and notes when it came. */
function waiters(most: number, patienceMs: number) {
  const turn = turnsOf(most, patienceMs)
  const inside: string[] = []
  return {
    inside,
    come(name: string) {
      const ending = new AbortController()
      void turn(ending.signal).then(() => inside.push(name))
      return () => ending.abort()
    },
  }
}

test('so many are inside at once, and who waits follows who leaves', async (t) => {
  const {inside, come} = waiters(2, 60_000)
  const leave = come('a')
  come('b')
  const giveUp = come('c')
  const leaveLast = come('d')
  await sleep(1)
  t.deepEqual(inside, ['a', 'b'])
  giveUp()
  leave()
  await sleep(1)
  t.deepEqual(inside.slice(2).toSorted(), ['c', 'd'])
  come('e')
  await sleep(1)
  t.is(inside.length, 4)
  leaveLast()
  await sleep(1)
  t.is(inside.at(-1), 'e')
})

test('who has waited long goes through all the same', async (t) => {
  const {inside, come} = waiters(1, 20)
  come('hangs')
  come('waits')
  await sleep(200)
  t.deepEqual(inside, ['hangs', 'waits'])
})
