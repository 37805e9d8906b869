import test from 'ava'
import fc from 'fast-check'
import {nodeAt, plainValue} from '../../src/text/document.ts'
import {duplicateJsonKeys, parseJson} from '../../src/text/json.ts'

function problem(text: string): string {
  const parsed = parseJson(text)
  return parsed.ok ? 'no problem' : `${parsed.problem.line}:${parsed.problem.column} ${parsed.problem.message}`
}

test('every key and item has its place', (t) => {
  const parsed = parseJson('\uFEFF{\n  "hosts": [\n    "unix:///a"\n  ], "mtu":\n 1400\n}')
  t.true(parsed.ok)
  if (!parsed.ok) return
  const place = (...path: (string | number)[]) => {
    const node = nodeAt(parsed.value, ...path)
    return [node?.line, node?.column]
  }
  t.deepEqual(place('hosts'), [2, 3])
  t.deepEqual(place('hosts', 0), [3, 5])
  t.deepEqual(place('mtu'), [4, 6])
  t.is(nodeAt(parsed.value, 'mtu')?.value, 1400)
})

test('a problem names the place and what was found', (t) => {
  t.is(problem('{\n "a": 1,\n}'), '2:8 a comma stands before "}"')
  t.is(problem('{"a": [1,\n]}'), '1:9 a comma stands before "]"')
  t.is(problem('{"a": 1, 2}'), '1:10 found "2", expected a member name in double quotes')
  t.is(problem('{"a": 1 "b": 2}'), '1:9 found "\\"", expected "," or "}" after a member')
  t.is(problem("{'a': 1}"), `1:2 found "'", expected a member name in double quotes or "}"`)
  t.is(problem('{"a": True}'), '1:7 found "True", expected a value')
  t.is(problem('{"a": 1}\n# note'), '2:1 found "#", expected the end of the text')
  t.is(problem('{"a": [1, 2'), '1:12 the text ends where "," or "]" after an item is expected')
  t.is(problem(''), '1:1 the text ends where a value is expected')
  t.is(problem('{"a": 010}'), '1:7 malformed number after "0"')
  t.is(problem('{"a": "x\n"}'), '1:9 found "\\n", expected the closing quote of a string')
})

test('a repeated key keeps the last value and is reported', (t) => {
  const text = '{"a": 1,\n "b": {"a": 2},\n "a": 3}'
  const parsed = parseJson(text)
  t.deepEqual(parsed.ok && plainValue(parsed.value), {a: 3, b: {a: 2}})
  t.deepEqual(duplicateJsonKeys(text), [{key: 'a', line: 3, column: 2, firstLine: 1}])
})

test('integers stay exact', (t) => {
  const parsed = parseJson('[9007199254740993, 1e3, -0, 18446744073709551615]')
  t.deepEqual(parsed.ok && plainValue(parsed.value), [9007199254740993n, 1000, -0, 18446744073709551615n])
})

test('500 levels are read, more are a problem', (t) => {
  t.true(parseJson('['.repeat(500) + ']'.repeat(500)).ok)
  t.is(problem('['.repeat(1_000_000)), '1:501 nested more than 500 levels deep')
})

test('agrees with JSON.parse on documents', (t) => {
  fc.assert(
    fc.property(fc.json(), fc.integer({min: 0, max: 3}), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      const parsed = parseJson(spaced)
      t.deepEqual(parsed.ok && withoutBigints(plainValue(parsed.value)), JSON.parse(spaced))
    }),
  )
})

test('refuses exactly what JSON.parse refuses', (t) => {
  const fragment = fc.constantFrom(
    ...'{}[],:"\\ \n\t-+.0123eEabtrufnl/',
    '"a"',
    'true',
    '1.5',
    '\\u00e9',
    '\u0001',
    '\u2028',
  )
  const text = fc.array(fragment, {maxLength: 12}).map((parts) => parts.join(''))
  const broken = fc
    .tuple(fc.json(), fc.nat(), fragment)
    .map(
      ([json, at, inserted]) => json.slice(0, at % (json.length + 1)) + inserted + json.slice((at % json.length) + 1),
    )
  fc.assert(
    fc.property(fc.oneof(text, broken), (candidate) => {
      t.is(parseJson(candidate).ok, isJson(candidate), candidate)
    }),
    {numRuns: 3000},
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(withoutBigints)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutBigints(child)]))
}
