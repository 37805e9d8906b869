import test from 'ava'
import {hostCalls} from '../../src/evaluators/host-calls.ts'
import {probeOf} from './probe-of.ts'

const script = (text: string, mode = '0755') => ({content: `#!/bin/sh\n${text}`, mode})

test('what units, their scripts, udev rules, dispatchers and rc.local call is found with its place', async (t) => {
  const calls = await hostCalls(
    probeOf({
      '/etc/systemd/system/net.service': '[Service]\nExecStartPre=-/sbin/brctl addbr b\nExecStart=/opt/net\n',
      '/etc/systemd/system/net.service.d/x.conf':
        '[Service]\nExecStartPost=/bin/sh -c "/opt/more; ethtool -K b tx off"\n',
      '/opt/net': script('brctl stp b off\n'),
      '/opt/more': script('exec brctl setfd b 0\n'),
      '/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd\n',
      '/usr/lib/systemd/system/ssh.service': '[Service]\nExecStart=/usr/sbin/sshd\n',
      '/etc/systemd/system/masked.service': {symlink: '/dev/null'},
      '/etc/udev/rules.d/9.rules': 'KERNEL=="eth*", RUN+="/usr/sbin/ethtool -s %k"\n',
      '/etc/rc.local': script('brctl show\n', '0644'),
      '/etc/rc.d/rc.local': script('brctl show\n'),
      '/etc/NetworkManager/dispatcher.d/20-x': script('ethtool -K "$1" gro off\n'),
    }),
  )
  const wanted = ['brctl', 'ethtool', 'dockerd', 'sshd']
  const found = calls.filter(({program}) => wanted.some((name) => program.endsWith(name)))
  t.deepEqual(
    found.map(({program, caller, source}) => `${program} ${caller} ${'line' in source ? source.line : ''}`).sort(),
    [
      '/sbin/brctl net.service 2',
      '/usr/bin/dockerd docker.service 2',
      '/usr/sbin/ethtool /etc/udev/rules.d/9.rules 1',
      'brctl net.service 2',
      'brctl net.service 2',
      'brctl rc-local.service 2',
      'ethtool NetworkManager-dispatcher.service 2',
      'ethtool net.service 2',
    ],
  )
})
