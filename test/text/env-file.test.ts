import test from 'ava'
import fc from 'fast-check'
import {readEnvironmentFile} from '../../src/text/env-file.ts'

const read = (...lines: string[]) => readEnvironmentFile(lines.join('\n'))
const valuesIn = (...lines: string[]) => read(...lines).assignments.map(({value}) => value)

test('comments, quotes and lines', (t) => {
  t.deepEqual(read('# c', '; c', 'A=1 # no comment', ' B = "x y" ', '', "C='$A'").assignments, [
    {name: 'A', value: '1 # no comment', line: 3},
    {name: 'B', value: 'x y', line: 4},
    {name: 'C', value: '$A', line: 6},
  ])
})

test('a backslash continues a line, bare and in double quotes', (t) => {
  t.deepEqual(read('A=--x \\', '  --y', 'B="1\\', '2"', 'C=z').assignments, [
    {name: 'A', value: '--x   --y', line: 1},
    {name: 'B', value: '12', line: 3},
    {name: 'C', value: 'z', line: 5},
  ])
})

test('escapes differ by quote', (t) => {
  t.deepEqual(valuesIn('A=a\\nb\\ '), ['anb '])
  t.deepEqual(valuesIn('A="a\\n\\$\\"b"'), ['a\\n$"b'])
  t.deepEqual(valuesIn("A='a\\'b"), ['a\\b'])
})

test('quotes count before the first bare character only', (t) => {
  t.deepEqual(valuesIn('A="x" y', 'B=a"b"', 'C="a"\'b\''), ['xy', 'a"b"', 'ab'])
})

test('a quoted value spans lines', (t) => {
  t.deepEqual(read('A="1', '2"', 'B=3').assignments, [
    {name: 'A', value: '1\n2', line: 1},
    {name: 'B', value: '3', line: 3},
  ])
})

test('names that are none, export among them, are refused', (t) => {
  const file = read('export A=1', '2B=x', 'nonsense', 'C=1')
  t.deepEqual(file.assignments, [{name: 'C', value: '1', line: 4}])
  t.deepEqual(
    file.problems.map(({line, message}) => [line, message]),
    [
      [1, 'Invalid environment assignment, ignored: export A'],
      [2, 'Invalid environment assignment, ignored: 2B'],
      [3, 'No assignment, ignored: nonsense'],
    ],
  )
})

test('a comment that ends in a backslash is told, a file with NUL is refused', (t) => {
  t.is(read('# x \\', 'A=1').problems[0]?.line, 1)
  t.deepEqual(read('A=1', 'B=\0'), {
    assignments: [],
    problems: [{message: 'The file holds a NUL byte and is refused', line: 2, column: 3}],
  })
})

test('any values, double-quoted, read back with their lines', (t) => {
  const quote = (value: string) => `"${value.replace(/["\\`$]/g, '\\$&')}"`
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\n\t -~]*$/), {maxLength: 4}), (values) => {
      let line = 1
      const expected = values.map((value) => {
        const at = line
        line += value.split('\n').length
        return {name: 'A', value, line: at}
      })
      t.deepEqual(read(...values.map((value) => `A=${quote(value)}`)).assignments, expected)
    }),
  )
})
