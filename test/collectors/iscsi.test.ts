import test from 'ava'
import {iscsi} from '../../src/collectors/iscsi.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const unit = '[Service]\nExecStart=/sbin/iscsid\n'

for (const [what, files, isStarted] of [
  ['nothing starts it', {'/usr/lib/systemd/system/iscsid.service': unit}, false],
  [
    'its socket is enabled',
    {'/etc/systemd/system/sockets.target.wants/iscsid.socket': {symlink: '/usr/lib/systemd/system/iscsid.socket'}},
    true,
  ],
  [
    'its socket is enabled, and the daemon masked',
    {
      '/etc/systemd/system/iscsid.service': {symlink: '/dev/null'},
      '/etc/systemd/system/sockets.target.wants/iscsid.socket': {symlink: '/usr/lib/systemd/system/iscsid.socket'},
    },
    false,
  ],
  ['it runs', {'/run/systemd/units/invocation:iscsid.service': {symlink: '0'}}, true],
  ['OpenRC starts it', {'/etc/runlevels/default/iscsid': {symlink: '/etc/init.d/iscsid'}}, true],
] as const) {
  test(`${what}: ${isStarted}`, async (t) => {
    t.deepEqual(plain(await iscsi.collect(probeOf(files))), {isStarted})
  })
}
