import test from 'ava'
import fc from 'fast-check'
import {lineAt, readUnitFile} from '../../src/text/systemd-unit.ts'

const read = (...lines: string[]) => readUnitFile(lines.join('\n'))
const plain = (file: ReturnType<typeof readUnitFile>) =>
  file.assignments.map(({section, key, value, line}) => [section, key, value, line])

test('comments, white space and sections', (t) => {
  const file = read(
    '\uFEFF# head',
    '[Unit]',
    '; note',
    '  After = a.service  b.service \t',
    '',
    '[Service]',
    'Type=notify',
  )
  t.deepEqual(plain(file), [
    ['Unit', 'After', 'a.service  b.service', 4],
    ['Service', 'Type', 'notify', 7],
  ])
})

test('a backslash continues a line, comments between are skipped, and each piece keeps its line', (t) => {
  const file = read(
    '[Service]',
    'ExecStart=/usr/bin/dockerd \\',
    '# -H tcp://',
    '  -H fd:// \\',
    '  --debug',
    'Type=notify',
  )
  const [start, type] = file.assignments
  t.is(start?.value, '/usr/bin/dockerd    -H fd://    --debug')
  if (!start) return t.fail()
  t.deepEqual(
    ['/usr', '-H', '--debug'].map((word) => lineAt(start, start.value.indexOf(word))),
    [2, 4, 5],
  )
  t.is(type?.line, 6)
})

test('a value that begins on a continued line has that line, an even number of backslashes continues nothing', (t) => {
  t.deepEqual(plain(read('[S]', 'A=\\', ' x', 'B=y\\\\', 'C=z')), [
    ['S', 'A', 'x', 3],
    ['S', 'B', 'y\\\\', 4],
    ['S', 'C', 'z', 5],
  ])
})

test('lines systemd passes over are problems, a malformed header ends the file', (t) => {
  const file = read('Stray=1', '[S]', 'nonsense', '=x', 'A=1', '[Broken', 'B=2')
  t.deepEqual(plain(file), [['S', 'A', '1', 5]])
  t.deepEqual(
    file.problems.map(({message, line}) => [line, message]),
    [
      [1, 'Assignment outside of section. Ignoring.'],
      [3, "Missing '=', ignoring line."],
      [4, "Missing key name before '=', ignoring line."],
    ],
  )
  t.like(file.broken, {message: "Invalid section header '[Broken'", line: 6})
})

test('carriage returns and NUL end lines too', (t) => {
  t.deepEqual(plain(readUnitFile('[S]\r\nA=1\r\nB=2\0C=3')), [
    ['S', 'A', '1', 2],
    ['S', 'B', '2', 3],
    ['S', 'C', '3', 4],
  ])
})

test('values written one a line read back with their lines', (t) => {
  const value = fc.stringMatching(/^[a-z"'$%;#=[\] ]{0,12}$/).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(value, {maxLength: 6}), (values) => {
      const file = read('[S]', ...values.map((text) => `K=${text}`))
      t.deepEqual(
        plain(file),
        values.map((text, index) => ['S', 'K', text, index + 2]),
      )
    }),
  )
})

test('every line of any text is at most one assignment, in order', (t) => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom('[', ']', 'a', '=', '\\', '\n', '\r', '\0', '#', ' ')}), (text) => {
      const lines = readUnitFile(`[S]\n${text}`).assignments.map(({line}) => line)
      t.deepEqual(
        lines,
        [...new Set(lines)].sort((a, b) => a - b),
      )
    }),
  )
})
