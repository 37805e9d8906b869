import test from 'ava'
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
