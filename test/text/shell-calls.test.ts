import test from 'ava'
import fc from 'fast-check'
import {shellCalls} from '../../src/text/shell-calls.ts'

const calls = (script: string) => shellCalls(script).map(({program, line}) => `${line} ${program}`)

test('programs are the words where commands stand', (t) => {
  t.deepEqual(
    calls('#!/bin/sh\nset -e\n# brctl addbr no\nip link set docker0 down && /usr/sbin/brctl delbr docker0 || true\n'),
    ['2 set', '4 ip', '4 /usr/sbin/brctl', '4 true'],
  )
  t.deepEqual(calls('if ! MODE=x brctl show >/dev/null 2>&1; then exec ethtool -K eth0 tx off; fi'), [
    '1 brctl',
    '1 ethtool',
  ])
  t.deepEqual(calls('echo "then run brctl; brctl show" brctl'), ['1 echo'])
})

test('a call keeps its arguments over continued lines, without redirections', (t) => {
  t.deepEqual(shellCalls('exec rkt \\\n  run --debug "a b" >>log\n')[0], {
    program: 'rkt',
    words: ['run', '--debug', 'a b'],
    line: 1,
  })
})

test('a program the script looks for first is not demanded', (t) => {
  for (const guard of ['command -v brctl >/dev/null', 'which brctl', '[ -x /usr/sbin/brctl ]', 'test -x /sbin/brctl']) {
    const programs = shellCalls(`${guard} && brctl addbr cbr0`).map(({program}) => program)
    t.false(programs.includes('brctl'), guard)
  }
})

test('commands joined in any way are found one by one', (t) => {
  const word = fc
    .stringMatching(/^[a-z][a-z0-9_./-]{3,12}$/)
    .filter(
      (text) =>
        ![
          'then',
          'else',
          'elif',
          'done',
          'while',
          'until',
          'time',
          'exec',
          'sudo',
          'nohup',
          'nice',
          'esac',
          'which',
          'type',
          'hash',
          'test',
          'command',
        ].includes(text),
    )
  const separator = fc.constantFrom('\n', ' ; ', ' && ', ' || ', ' | ', '\n# a comment; with words\n')
  const script = fc.array(fc.tuple(fc.array(word, {minLength: 1, maxLength: 4}), separator), {maxLength: 20})
  fc.assert(
    fc.property(script, (commands) => {
      const text = commands.map(([words, end]) => words.join(' ') + end).join('')
      t.deepEqual(
        shellCalls(text).map(({program, words}) => [program, ...words]),
        commands.map(([words]) => words),
      )
    }),
  )
})

test('hostile scripts end in calls that lie in them', (t) => {
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 400}), (text) => {
      const lines = text.split('\n').length
      for (const {program, line} of shellCalls(text)) t.true(program !== undefined && line >= 1 && line <= lines)
    }),
  )
})
