import {execFileSync} from 'node:child_process'
import test from 'ava'
import fc from 'fast-check'
import {quoteWord, splitWords} from '../../src/text/shell-words.ts'

const lines: readonly [line: string, words: readonly string[]][] = [
  ['ssh -J jump  host\n', ['ssh', '-J', 'jump', 'host']],
  [`sh -c 'exec "$0" $HOME' "a \\"b\\" c"`, ['sh', '-c', 'exec "$0" $HOME', 'a "b" c']],
  [
    `kubectl debug node/x -it --image=busy"box" -- chroot /host sh`,
    'kubectl debug node/x -it --image=busybox -- chroot /host sh'.split(' '),
  ],
  [`a\\ b '' "" c'd'e`, ['a b', '', '', 'cde']],
  ['$(id) `id` * | ; > &', ['$(id)', '`id`', '*', '|', ';', '>', '&']],
  ['  ', []],
]

test('a command line is split into words and nothing in it is expanded', (t) => {
  for (const [line, words] of lines) t.deepEqual(splitWords(line), {ok: true, value: words}, line)
})

test('an open quote has a place', (t) => {
  t.like(splitWords(`ssh 'host`), {ok: false, problem: {message: `the quote ' is not closed`, column: 5}})
  t.like(splitWords(`ssh "host\\"`), {problem: {message: 'the quote " is not closed'}})
  t.like(splitWords('ssh \\'), {problem: {message: 'nothing follows the last backslash'}})
})

const word = fc.string({unit: fc.constantFrom(...`ab '"\\$\`*\n\t-=;&|<>(){}[]!~#é`)})

test('a quoted word is the same word again, here and in a real shell', (t) => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      t.deepEqual(splitWords(words.map(quoteWord).join(' ')), {ok: true, value: words})
    }),
  )
  const words = fc.sample(word, 300)
  const script = `printf '%s\\0' ${words.map(quoteWord).join(' ')}`
  t.deepEqual(execFileSync('sh', ['-c', script], {encoding: 'utf8'}).split('\0').slice(0, -1), words)
})
