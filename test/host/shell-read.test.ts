import test from 'ava'
import {foundByPatterns} from '../../src/host/shell-read.ts'
import {splitBytes} from '../../src/host/shell-records.ts'

const mark = 'k0123456789abcdef0123'

test('an answer that is made to take for ever does not', (t) => {
  t.timeout(30_000)
  const paths = Array.from({length: 50_000}, (_, index) => `/proc/${index}/comm`)
  const complaints = `${'head: no path at all\n'.repeat(200_000)}head: cannot open '/proc/7/comm' for reading: Permission denied`
  const answer = [
    ...paths.map((path) => `${mark}s81a4 0 0 0 1 ${path}\n`),
    `${mark}e0 `,
    ...paths.map((path) => `${mark}kr${path}`),
    ...paths.map(() => `${mark}=.x`),
    `${mark}=.${mark}e1 ${complaints}`,
  ].join('')
  const found = foundByPatterns(Buffer.from(answer), mark, 64)
  t.is(found.length, paths.length - 1)
  t.false(found.some(([{path}]) => path === '/proc/7/comm'))
})

test('more pieces than any host answers in are refused', (t) => {
  t.is(splitBytes(Buffer.from(`${mark}a`.repeat(3)), mark).length, 4)
  t.throws(() => splitBytes(Buffer.from(mark.repeat(600_000)), mark), {message: /cannot be understood/})
})
