// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of shells
import test from 'ava'
import fc from 'fast-check'
import {readShellAssignments} from '../../src/text/shell-assignments.ts'

const read = (...lines: string[]) =>
  readShellAssignments(lines.join('\n')).map(({name, value, line, uncertain}) =>
    uncertain ? [name, value, line, '?'] : [name, value, line],
  )

test('plain, quoted and exported assignments', (t) => {
  t.deepEqual(read('# A=0', 'A=1 # c', 'B="x y"\'z\'', "export C='$A' D=2", 'E=a#b; F=', 'G="1\\', '2" H=\\"'), [
    ['A', '1', 2],
    ['B', 'x yz', 3],
    ['C', '$A', 4],
    ['D', '2', 4],
    ['E', 'a#b', 5],
    ['F', '', 5],
    ['G', '12', 6],
    ['H', '"', 7],
  ])
})

test('flannel tells its subnet', (t) => {
  t.deepEqual(read('FLANNEL_NETWORK=10.244.0.0/16', 'FLANNEL_IPMASQ=true', ''), [
    ['FLANNEL_NETWORK', '10.244.0.0/16', 1],
    ['FLANNEL_IPMASQ', 'true', 2],
  ])
})

test('variables the file has set are replaced, others make a value uncertain', (t) => {
  t.deepEqual(read('A=1', 'B="$A --x=${A}"', 'A+=2', 'C="$NONE x"', 'D=$(date)', 'E=`date`', 'F=${A:-3}', 'G=(a b)'), [
    ['A', '1', 1],
    ['B', '1 --x=1', 2],
    ['A', '12', 3],
    ['C', '$NONE x', 4, '?'],
    ['D', '$(date)', 5, '?'],
    ['E', '`date`', 6, '?'],
    ['F', '${A:-3}', 7, '?'],
    ['G', '(a b)', 8, '?'],
  ])
})

test('what stands under a condition is uncertain', (t) => {
  t.deepEqual(
    read('if [ -f x ]; then', 'A=1', 'fi', '[ -f y ] && B=2', 'case $x in a) C=3;; esac', 'f() {', 'D=4', '}', 'E=5'),
    [
      ['A', '1', 2, '?'],
      ['B', '2', 4, '?'],
      ['C', '3', 5, '?'],
      ['D', '4', 7, '?'],
      ['E', '5', 9],
    ],
  )
})

test('an assignment before a program holds for that program only', (t) => {
  t.deepEqual(read('A=1 run --x=2', 'B=2'), [['B', '2', 2]])
})

test('only a word written as an assignment is one', (t) => {
  t.deepEqual(read('A=B=1', '$A', '"C=2"', '\\D=3'), [['A', 'B=1', 1]])
})

test('any text in single quotes reads back', (t) => {
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'binary'}), {maxLength: 4}), (values) => {
      const text = values.map((value) => `A='${value.replaceAll("'", `'"'"'`)}'`).join('\n')
      t.deepEqual(
        readShellAssignments(text).map(({value, uncertain}) => [value, uncertain]),
        values.map((value) => [value, false]),
      )
    }),
  )
})

test('any text in double quotes, escaped, reads back', (t) => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom('a', '"', '\\', '$', '`', '\n', ' ', "'", '#')}), (value) => {
      t.like(readShellAssignments(`A="${value.replace(/["\\$`]/g, '\\$&')}"`), [{value, uncertain: false}])
    }),
  )
})
