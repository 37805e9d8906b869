import test from 'ava'
import {Cel} from '../../src/cel/environment.ts'
import {ExpressionError} from '../../src/cel/expression.ts'
import {collector} from '../../src/facts/collector.ts'
import {bool, int, list, string, strings} from '../../src/facts/fields.ts'
import {Gap} from '../../src/facts/gap.ts'
import {Tracer} from '../../src/facts/trace.ts'
import {at, unknown} from '../../src/facts/value.ts'
import {viewClass} from '../../src/facts/view.ts'

const engine = collector({
  name: 'engine',
  about: 'An engine.',
  fields: {
    runs: bool('Whether it runs.'),
    power: int('Its power.'),
    label: string('Its label.'),
    hosts: strings('Its hosts.'),
    parts: list('Its parts.', {name: string('Its name.'), size: int('Its size.')}),
  },
  collect: () => Promise.reject(new Error('not collected in this test')),
})
const cel = new Cel([engine])
const values = {
  runs: unknown('no permission'),
  power: at(5, {kind: 'file', path: '/etc/engine', line: 3}),
  label: 'blue 42',
  hosts: ['a', 'b'],
  parts: [
    {name: 'x', size: 1},
    {name: 'y', size: 2},
  ],
}

function evaluate(text: string, kind: 'bool' | 'string' | 'list' = 'bool') {
  const tracer = new Tracer()
  const view = new (viewClass(engine.fields))(values, 'engine', tracer)
  return tracer.record(() => cel.compile(text, kind).evaluate({engine: view, phase: 'image'}))
}

function value(text: string, kind: 'bool' | 'string' | 'list' = 'bool') {
  const {outcome} = evaluate(text, kind)
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

test('functions go by the names Kubernetes gives them', (t) => {
  t.true(value('cidr("10.0.0.0/8").overlaps("10.244.0.0/16")'))
  t.false(value('cidr("10.0.0.0/8").overlaps(cidr("fd00::/8"))'))
  t.true(value('cidr("10.0.0.0/8").containsCIDR("10.244.0.0/16")'))
  t.true(value('cidr("10.244.0.0/16").containsIP(ip("10.244.3.1"))'))
  t.true(value('ip("::1").family() == 6 && !isIP("300.1.1.1") && isCIDR("fd00::/64")'))
  t.true(value('cidr("10.244.1.0/24").prefixLength() == 24'))
  t.true(value('semver("v1.27.3+k3s1").isLessThan(semver("1.28.0"))'))
  for (const kernel of ['5.15.0-1051-aws', '5.15.0-107-generic', '5.15.0-3.60.5.1.el9uek.x86_64']) {
    t.true(value(`semver("${kernel}").compareTo(semver("5.15.0")) == 0`), kernel)
  }
  t.is(value('"a1b22".find("[0-9]+$")', 'string'), '22')
  t.deepEqual(value('"a1b22".findAll("[0-9]+")', 'list'), ['1', '22'])
})

test('matches takes linear time on hostile text', (t) => {
  const started = performance.now()
  t.false(value(`"${'a'.repeat(50_000)}b".matches("^(a+)+$")`))
  t.true(performance.now() - started < 5000)
})

test('an unknown leaf is thrown, and absorbed where the other side decides', (t) => {
  t.true(value('engine.runs || engine.power == 5'))
  t.false(value('engine.power == 6 && engine.runs'))
  const {outcome} = evaluate('engine.runs')
  t.true(!outcome.ok && outcome.error instanceof Gap && outcome.error.reason === 'no permission')
})

test('what an expression read is noted with its source', (t) => {
  const {reads} = evaluate('engine.power > 3 && engine.parts[1].size == 2')
  t.deepEqual(
    [...reads.values()].map(({fact, value, source}) => [fact, value, source]),
    [
      ['engine.power', 5, {kind: 'file', path: '/etc/engine', line: 3}],
      ['engine.parts[1].size', 2, undefined],
    ],
  )
})

test('a misspelt field is refused, also inside a macro, with its place', (t) => {
  const error = t.throws(() => cel.compile('engine.parts.exists(p, p.sise > 1)', 'bool').check(), {
    instanceOf: ExpressionError,
  })
  t.is(error?.offset, 25)
  t.throws(() => cel.compile('motor.runs', 'bool').check(), {message: /Unknown variable: motor/})
  t.throws(() => cel.compile('engine.power', 'bool').check(), {message: /gives int/})
  t.throws(() => cel.compile('engine.power ==', 'bool'), {instanceOf: ExpressionError})
})

test('integers neither overflow silently nor mix with fractions', (t) => {
  t.throws(() => value('engine.power + 9223372036854775807 > 0'), {message: /overflow/})
  t.throws(() => cel.compile('engine.power == 5.0', 'bool').check(), {instanceOf: ExpressionError})
  t.true(value('engine.power / 2 == 2 && -engine.power / 2 == -2 && engine.power % 3 == 2'))
})

test('a list gives the type of its items to the expressions about one', (t) => {
  t.is(cel.compile('engine.parts.filter(p, p.size > 1)', 'list').itemType, 'engine.parts')
  t.notThrows(() => cel.compile('item.size > 1', 'bool', 'engine.parts').check())
  t.throws(() => cel.compile('item.sise > 1', 'bool', 'engine.parts').check(), {message: /No such key/})
  t.deepEqual(cel.compile('item.size > engine.power', 'bool', 'engine.parts').facts, ['engine'])
})
