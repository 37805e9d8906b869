import test from 'ava'
import {commandLine} from '../../src/cli/args.ts'
import {displayOf} from '../../src/cli/display.ts'
import {durationMs} from '../../src/cli/duration.ts'

const none = {layers: []}
const terminal = {isTTY: true, columns: 200, write: () => true}
const pipe = {write: () => true}

test('colour follows the terminal, NO_COLOR and FORCE_COLOR', (t) => {
  t.true(displayOf(none, terminal, {TERM: 'xterm'}).color)
  t.false(displayOf(none, pipe, {}).color)
  t.false(displayOf(none, terminal, {TERM: 'dumb'}).color)
  t.false(displayOf(none, terminal, {NO_COLOR: '1', FORCE_COLOR: '1'}).color)
  t.true(displayOf(none, pipe, {FORCE_COLOR: '1'}).color)
  t.false(displayOf({layers: [commandLine({'no-color': true})]}, terminal, {FORCE_COLOR: '1'}).color)
})

test('lines are readable and signs only those the locale has', (t) => {
  t.is(displayOf(none, terminal, {}).columns, 100)
  t.is(displayOf(none, pipe, {}).columns, 80)
  t.true(displayOf(none, pipe, {LANG: 'C.UTF-8'}).unicode)
  t.false(displayOf(none, pipe, {LANG: 'C.UTF-8', LC_ALL: 'C'}).unicode)
})

test('durations add up', (t) => {
  t.is(durationMs('--wait', '1h30m'), 5_400_000)
  t.is(durationMs('--wait', '0.5s'), 500)
  t.throws(() => durationMs('--wait', '5 minutes'), {message: /--wait is no duration/})
})
