import test from 'ava'
import {parseVersion} from '../../src/text/version.ts'
import {parseVersionRange} from '../../src/text/version-range.ts'

const admits = (range: string, text: string) => {
  const version = parseVersion(text)
  return version && parseVersionRange(range)?.(version)
}

test('all comparisons of a range hold', (t) => {
  t.true(admits('>=0.4 <1', '0.4.0'))
  t.true(admits('>=0.4, <1', 'v0.9.12'))
  t.false(admits('>=0.4 <1', '1.0.0'))
  t.false(admits('>0.4', '0.4.0'))
  t.true(admits('=0.4', '0.4.0'))
  t.false(admits('>=0.4', '0.4.0-rc.1'))
})

test('what is no range is undefined', (t) => {
  for (const text of ['', '0.4', '^1', '>=x', '>=1 and <2']) t.is(parseVersionRange(text), undefined, text)
})
