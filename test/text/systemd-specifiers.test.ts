import test from 'ava'
import fc from 'fast-check'
import {expandSpecifiers, unitSpecifiers} from '../../src/text/systemd-specifiers.ts'

test('the name of a unit gives most specifiers', (t) => {
  const values = unitSpecifiers('a-b@dev-sda\\x2d1.service')
  const expanded = 'a-b@dev-sda\\x2d1.service a-b@dev-sda\\x2d1 a-b a/b b dev-sda\\x2d1 dev/sda-1 /run'
  t.is(expandSpecifiers('%n %N %p %P %j %i %I %t', values).text, expanded)
})

test('others are left and told', (t) => {
  t.deepEqual(expandSpecifiers('%H %% %z 5%', new Map()), {text: '%H % %z 5%', unresolved: ['%H', '%z']})
  t.is(expandSpecifiers('%H', new Map([['H', 'node1']])).text, 'node1')
})

test('doubled percent signs read back as any text', (t) => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      t.deepEqual(expandSpecifiers(text.replaceAll('%', '%%'), unitSpecifiers('a.service')), {text, unresolved: []})
    }),
  )
})
