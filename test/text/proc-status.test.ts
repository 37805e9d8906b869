import test from 'ava'
import {parseProcCmdline} from '../../src/text/proc-cmdline.ts'
import {parseProcCgroup, parseProcStat, parseProcStatus} from '../../src/text/proc-status.ts'

test('the argument vector keeps empty arguments and drops the trailing NULs', (t) => {
  t.deepEqual(parseProcCmdline('/usr/bin/kubelet\0--a=b c\0\0--v\0'), ['/usr/bin/kubelet', '--a=b c', '', '--v'])
  t.deepEqual(parseProcCmdline('nginx: master\0\0\0\0'), ['nginx: master'])
  t.deepEqual(parseProcCmdline(''), [])
})

test('stat with a command that looks like the end of a command', (t) => {
  const text = `42 (a) S (b) S 7 42 42 0 -1 4194560 ${'0 '.repeat(12)}98765 0\n`
  t.deepEqual(parseProcStat(text), {pid: 42, comm: 'a) S (b', state: 'S', parentPid: 7, startTicks: 98765})
  t.is(parseProcStat('cut off'), undefined)
})

test('status', (t) => {
  const fields = parseProcStatus('Name:\tkubelet\nUid:\t0\t0\t0\t0\nVmRSS:\t  100 kB\n')
  t.is(fields.get('Uid'), '0\t0\t0\t0')
  t.is(fields.get('VmRSS'), '100 kB')
})

test('cgroup lines of both versions', (t) => {
  t.deepEqual(parseProcCgroup('0::/system.slice/kubelet.service\n4:cpu,cpuacct:/a:b\n'), [
    {hierarchy: 0, controllers: [], path: '/system.slice/kubelet.service', line: 1},
    {hierarchy: 4, controllers: ['cpu', 'cpuacct'], path: '/a:b', line: 2},
  ])
})
