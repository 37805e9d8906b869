// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of systemd
import test from 'ava'
import fc from 'fast-check'
import {effectiveEnvironment, expandVariables, readEnvironment} from '../../src/text/systemd-environment.ts'
import {mergeUnit, unitValues} from '../../src/text/systemd-merge.ts'
import {unitSpecifiers} from '../../src/text/systemd-specifiers.ts'

function environment(...settings: string[]) {
  const text = `[Service]\n${settings.map((setting) => `Environment=${setting}`).join('\n')}`
  return readEnvironment(
    unitValues(mergeUnit([{path: 'u', text}]), 'Service', 'Environment'),
    unitSpecifiers('a.service'),
  )
}
const unitLine = {path: 'u', line: 9}
function expand(settings: string[], ...words: string[]) {
  const {variables} = effectiveEnvironment(environment(...settings).variables, [])
  return expandVariables(
    words.map((text) => ({text, source: unitLine})),
    variables,
  )
}
const texts = (expanded: ReturnType<typeof expand>) => expanded.words.map(({text}) => text)

test('assignments are quoted words, each with its line', (t) => {
  t.deepEqual(environment('A=1 "B=two words" C="x y"', "'D=%n'").variables, [
    {name: 'A', value: '1', path: 'u', line: 2},
    {name: 'B', value: 'two words', path: 'u', line: 2},
    {name: 'C', value: 'x y', path: 'u', line: 2},
    {name: 'D', value: 'a.service', path: 'u', line: 3},
  ])
})

test('what systemd refuses is a problem', (t) => {
  const {variables, problems} = environment('A=1 nonsense 2B=x', 'C=1 "D=')
  t.deepEqual(
    variables.map(({name}) => name),
    ['A', 'C'],
  )
  t.deepEqual(
    problems.map(({line}) => line),
    [2, 2, 3],
  )
})

test('the documented examples of replacement', (t) => {
  t.deepEqual(texts(expand(["ONE=one 'TWO=two two'"], '$ONE', '$TWO', '${TWO}')), ['one', 'two', 'two', 'two two'])
  t.deepEqual(texts(expand(['"TWO=\'two two\' too" THREE='], '$TWO', '$THREE')), ['two two', 'too'])
  t.deepEqual(texts(expand(['"TWO=\'two two\' too" THREE='], '${TWO}', '${THREE}')), ["'two two' too", ''])
})

test('a variable inside a word needs braces', (t) => {
  t.deepEqual(texts(expand(['"A=x y"'], '--a=$A', '--a=${A}', '$$A', 'p$$${A}', '${A', '$A/x')), [
    '--a=$A',
    '--a=x y',
    '$A',
    'p$x y',
    '${A',
  ])
})

test('words from a variable have its place, and name the line that uses it', (t) => {
  const {words, unset} = expand(['X=1', '"OPTS=--debug --bip=1"'], '$OPTS', '-H', '--x=${X}', '$NONE')
  t.deepEqual(words, [
    {text: '--debug', source: {path: 'u', line: 3}, via: unitLine},
    {text: '--bip=1', source: {path: 'u', line: 3}, via: unitLine},
    {text: '-H', source: unitLine},
    {text: '--x=1', source: {path: 'u', line: 2}, via: unitLine},
  ])
  t.deepEqual(unset, ['NONE'])
})

test('files override the unit', (t) => {
  const file = {name: 'A', value: '', path: '/etc/default/kubelet', line: 1}
  const {variables, overridden} = effectiveEnvironment(environment('A=1').variables, [file])
  t.is(variables.get('A'), file)
  t.deepEqual(overridden, [{name: 'A', value: '1', path: 'u', line: 2}])
})

test('braces keep any value whole, a word without a dollar sign is kept', (t) => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[^$]*$/), (value, word) => {
      const variables = new Map([['A', {name: 'A', value, path: 'f', line: 1}]])
      const expanded = expandVariables(
        [
          {text: `${word}\${A}`, source: unitLine},
          {text: word, source: unitLine},
        ],
        variables,
      )
      t.deepEqual(texts(expanded), [word + value, word])
    }),
  )
})
