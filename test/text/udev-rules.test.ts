import test from 'ava'
import {readUdevRuns} from '../../src/text/udev-rules.ts'

test('programs of rules are read with their line, over continued lines and without comments', (t) => {
  const rules = `# RUN+="/sbin/no"
SUBSYSTEM=="net", ACTION=="add", \\
  RUN+="/usr/sbin/ethtool -K %k tx off", RUN{builtin}+="kmod load x"

KERNEL=="eth*", PROGRAM="/usr/bin/name \\"%k\\"", RUN{program}="/bin/sh -c 'brctl show'"
`
  t.deepEqual(readUdevRuns(rules), [
    {command: '/usr/sbin/ethtool -K %k tx off', line: 2},
    {command: '/usr/bin/name "%k"', line: 5},
    {command: "/bin/sh -c 'brctl show'", line: 5},
  ])
})
