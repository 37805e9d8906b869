import test from 'ava'
import fc from 'fast-check'
import {type FinalResults, Parser} from 'tap-parser'
import {tap} from '../../src/reporters/tap.ts'
import {empty, everyOutcome, hostile, plain, saying} from './reports.ts'

/** What a strict TAP parser makes of a text, with everything it did not understand. */
function parsed(text: string): FinalResults & {readonly strange: readonly string[]} {
  const strange: string[] = []
  const results: FinalResults[] = []
  const parser = new Parser({strict: true})
  parser.on('extra', (line: string) => strange.push(line))
  parser.on('complete', (result: FinalResults) => results.push(result))
  parser.end(text)
  const [result] = results
  if (!result) throw new Error('the parser did not end')
  return Object.assign(result, {strange})
}

test('a failing rule counts, a warning and a waiver are failing TODOs, unknown is never ok', (t) => {
  const {count, pass, fail, todo, skip, ok, strange} = parsed(tap(everyOutcome, plain))
  t.deepEqual({count, pass, fail, todo, skip, ok}, {count: 8, pass: 3, fail: 5, todo: 3, skip: 2, ok: false})
  t.deepEqual(strange, [])
  t.is(parsed(tap(everyOutcome, {...plain, failOn: 'warning'})).todo, 1)
})

test('nothing checked is a skipped plan', (t) => {
  const {ok, count, plan} = parsed(tap(empty, plain))
  t.deepEqual({ok, count, reason: plan.skipReason}, {ok: true, count: 0, reason: 'SKIP no rule was checked'})
})

test('no host text becomes a directive, a test point or a line of its own', (t) => {
  t.deepEqual(parsed(tap(hostile, plain)).strange, [])
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (text) => {
      const {count, todo, skip, strange} = parsed(tap(saying(`# TODO\n${text}`), plain))
      t.deepEqual({count, todo, skip, strange}, {count: 5, todo: 2, skip: 1, strange: []})
    }),
    {numRuns: 50},
  )
})
