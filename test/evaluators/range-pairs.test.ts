import test from 'ava'
import fc from 'fast-check'
import {type NamedRange, pairsOf, pairsWithin} from '../../src/evaluators/range-pairs.ts'
import {parseCidr} from '../../src/text/cidr.ts'

const named = (text: string): NamedRange => {
  const parsed = parseCidr(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return {name: text, by: 'test', purpose: 'pods', cidr: parsed.value, text, source: undefined}
}

const block = fc
  .tuple(fc.integer({min: 0, max: 255}), fc.integer({min: 0, max: 255}), fc.integer({min: 0, max: 32}))
  .map(([a, b, prefix]) => named(`10.${a}.${b}.0/${prefix}`))

test('families are never compared, and the same two blocks only once', (t) => {
  const pairs = pairsOf([named('10.0.0.0/16'), named('10.0.0.0/16'), named('fd00::/56')], [named('10.0.1.0/24')])
  t.deepEqual(
    pairs.map(({first, overlaps, contains, isContained}) => [first.text, overlaps, contains, isContained]),
    [['10.0.0.0/16', true, true, false]],
  )
})

test('every two ranges of a list are compared once', (t) => {
  const ranges = ['10.0.0.0/16', '10.1.0.0/16', 'fd00::/56', '10.0.4.0/24'].map(named)
  t.deepEqual(
    pairsWithin(ranges)
      .filter(({overlaps}) => overlaps)
      .map(({first, second}) => `${first.text} ${second.text}`),
    ['10.0.0.0/16 10.0.4.0/24'],
  )
  t.is(pairsWithin(ranges).length, 3)
})

test('blocks overlap exactly when one contains the other, whichever comes first', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(block, block, (a, b) => {
        const [forth] = pairsOf([a], [b])
        const [back] = pairsOf([b], [a])
        if (!forth || !back) return false
        const isEither = forth.contains || forth.isContained
        return forth.overlaps === isEither && back.overlaps === forth.overlaps && back.contains === forth.isContained
      }),
    ),
  )
})
