import test from 'ava'
import fc from 'fast-check'
import {isGlob, matchesGlob} from '../../src/text/glob.ts'

test('wildcards and classes', (t) => {
  const cases: [string, string, boolean][] = [
    ['cali*', 'cali1a2b', true],
    ['*a*b', 'xaxbxab', true],
    ['*a*b', 'xaxbx', false],
    ['eth?', 'eth0', true],
    ['eth?', 'eth', false],
    ['eth[0-2]', 'eth1', true],
    ['eth[!0-2]', 'eth1', false],
    ['eth[0', 'eth[0', true],
    ['a\\*', 'a*', true],
    ['a\\*', 'ab', false],
    ['x[]-]', 'x]', true],
  ]
  for (const [pattern, text, expected] of cases) t.is(matchesGlob(pattern, text), expected, `${pattern} ${text}`)
})

test('a wildcard never crosses a separator', (t) => {
  t.true(matchesGlob('net/ipv4/conf/*/rp_filter', 'net/ipv4/conf/eth0.100/rp_filter', '/'))
  t.false(matchesGlob('net/*/rp_filter', 'net/ipv4/conf/eth0/rp_filter', '/'))
})

test('many stars on a long text end soon', (t) => {
  t.false(matchesGlob('*a'.repeat(200), 'a'.repeat(20_000).concat('b')))
})

test('a text matches itself, and itself with any part replaced by a star', (t) => {
  const literal = fc.stringMatching(/^[^*?[\\]*$/)
  fc.assert(
    fc.property(literal, literal, literal, (head, middle, tail) => {
      t.false(isGlob(head))
      t.true(matchesGlob(head, head))
      t.true(matchesGlob(`${head}*${tail}`, head + middle + tail))
      t.is(matchesGlob(head, tail), head === tail)
    }),
  )
})
