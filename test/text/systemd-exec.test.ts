import test from 'ava'
import fc from 'fast-check'
import {splitExec} from '../../src/text/systemd-exec.ts'
import {mergeUnit, unitValue} from '../../src/text/systemd-merge.ts'

function split(text: string) {
  const value = unitValue(mergeUnit([{path: 'u', text: `[Service]\nExecStart=${text}`}]), 'Service', 'ExecStart')
  return value ? splitExec(value) : {commands: []}
}
const argv = (text: string) =>
  split(text).commands.map(({program, words}) => [program, ...words.map((word) => word.text)])

test('quotes and escapes', (t) => {
  t.deepEqual(argv(`/bin/e "a b" c\\x20d 'e\\tf' x"y z"w "" # \\xc3\\xa9 \\u00e9 \\101`), [
    ['/bin/e', 'a b', 'c d', 'e\tf', 'xy zw', '', '#', 'é', 'é', 'A'],
  ])
  t.deepEqual(argv('/bin/e a\\qb'), [['/bin/e', 'a\\qb']])
})

test('the documented example of an escaped semicolon', (t) => {
  t.deepEqual(argv('echo / >/dev/null & \\; \\\nls'), [['echo', '/', '>/dev/null', '&', ';', 'ls']])
})

test('a lone semicolon parts commands', (t) => {
  t.deepEqual(argv('echo one ; echo "two two" a;b'), [
    ['echo', 'one'],
    ['echo', 'two two', 'a;b'],
  ])
  t.deepEqual(argv('echo ";"'), [['echo', ';']])
})

test('prefixes', (t) => {
  const [command] = split('-@:/usr/bin/dockerd docker --debug').commands
  t.like(command, {prefixes: '-@:', program: '/usr/bin/dockerd'})
  t.deepEqual(
    command?.words.map(({text}) => text),
    ['--debug'],
  )
  t.like(split('!!/bin/x').commands[0], {prefixes: '!!', program: '/bin/x'})
  t.like(split('+!/bin/x').commands[0], {prefixes: '+', program: '!/bin/x'})
})

test('each word knows its line', (t) => {
  const [command] = split('/usr/bin/kubelet \\\n  --a=1 \\\n  --b=2').commands
  t.deepEqual(command?.words, [
    {text: '--a=1', source: {path: 'u', line: 3}},
    {text: '--b=2', source: {path: 'u', line: 4}},
  ])
})

test('an unclosed quote is told', (t) => {
  t.deepEqual(split('/bin/e "a'), {
    commands: [],
    problem: {message: 'Unbalanced quoting, ignoring: "/bin/e "a"', place: {path: 'u', line: 2}},
  })
})

test('any words, quoted, split back', (t) => {
  const quote = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ -~é]*$/), {maxLength: 5}), (words) => {
      t.deepEqual(argv(`/bin/e ${words.map(quote).join(' ')}`), [['/bin/e', ...words]])
    }),
  )
})
