import test from 'ava'
import fc from 'fast-check'
import {
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityInteger,
  quantityNumber,
} from '../../src/text/quantity.ts'

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.value
}

for (const [text, integer, number] of [
  ['100Mi', 104857600n, 104857600],
  ['1.5Gi', 1610612736n, 1610612736],
  ['1.5G', 1500000000n, 1500000000],
  ['250m', 1n, 0.25],
  ['1e3', 1000n, 1000],
  ['1E', 10n ** 18n, 1e18],
  ['1E2', 100n, 100],
  ['-1.5', -2n, -1.5],
  ['.5', 1n, 0.5],
  ['5.', 5n, 5],
  ['+0', 0n, 0],
  ['8Ei', 2n ** 63n, 2 ** 63],
  ['0.1n', 1n, 1e-9],
] as const) {
  test(`reads ${text}`, (t) => {
    t.is(quantityInteger(quantity(text)), integer)
    t.is(quantityNumber(quantity(text)), number)
  })
}

test('what is no quantity is a problem', (t) => {
  for (const text of ['', 'Mi', '1 Mi', '1mi', '1K', '1KB', '10%', '1.2.3', '1e', '--1', '0x10', '.'])
    t.false(parseQuantity(text).ok, text)
})

test('order is that of the numbers, whatever the suffix', (t) => {
  t.is(compareQuantities(quantity('1Gi'), quantity('1G')), 1)
  t.is(compareQuantities(quantity('1000m'), quantity('1')), 0)
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
      t.is(compareQuantities(quantity(`${a}m`), quantity(`${b}m`)), Math.sign(a - b) + 0)
      t.is(compareQuantities(quantity(`${a}Ki`), quantity(String(BigInt(a) * 1024n))), 0)
    }),
  )
})
