import test from 'ava'
import {showProgress} from '../../src/cli/audit-progress.ts'

function shown(terminal: {readonly isTTY: boolean; readonly columns?: number}, env: Readonly<Record<string, string>>) {
  let text = ''
  const err = {write: (piece: string) => (text += piece), ...terminal}
  showProgress({err, env}, {total: 200, done: 7, running: 32, unreachable: 1}).clear()
  return text
}

test('the progress is one line of a terminal, and nothing elsewhere', (t) => {
  t.is(shown({isTTY: true, columns: 80}, {}), '\r\x1b[K7 of 200 hosts done, 32 running, 1 failed\r\x1b[K')
  t.is(shown({isTTY: true, columns: 20}, {}), '\r\x1b[K7 of 200 hosts done\r\x1b[K')
  t.is(shown({isTTY: true}, {TERM: 'dumb'}), '')
  t.is(shown({isTTY: false}, {}), '')
})
