import test from 'ava'
import {findProgram} from '../../src/evaluators/programs.ts'
import {probeOf} from './probe-of.ts'

const path = '/usr/local/bin:/usr/sbin:/usr/bin'
const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}

test('the first executable on the PATH is found, through merged directories and alternatives', async (t) => {
  const search = await findProgram(
    probeOf({
      '/sbin': {symlink: 'usr/sbin'},
      '/usr/local/bin/iptables': {...program, mode: '0644'},
      '/usr/sbin/iptables': {symlink: '/etc/alternatives/iptables'},
      '/etc/alternatives/iptables': {symlink: '/usr/sbin/iptables-nft'},
      '/usr/sbin/iptables-nft': {symlink: 'xtables-nft-multi'},
      '/usr/sbin/xtables-nft-multi': program,
      '/opt/bin/iptables': program,
    }),
    'iptables',
    path,
  )
  t.like(search.found, {path: '/usr/sbin/iptables', realPath: '/usr/sbin/xtables-nft-multi', applet: ''})
  t.deepEqual(
    search.elsewhere.map((other) => [other.path, other.isExecutable]),
    [
      ['/usr/local/bin/iptables', false],
      ['/opt/bin/iptables', true],
    ],
  )
  t.deepEqual(search.dangling, [])
})

test('a program outside the PATH is told apart from one that is nowhere', async (t) => {
  const probe = probeOf({
    '/var/lib/rancher/k3s/data/abc123/bin/aux/conntrack': program,
    '/usr/sbin/ethtool': {symlink: '/etc/alternatives/ethtool'},
    '/usr/bin/socat': {directory: true},
  })
  const conntrack = await findProgram(probe, 'conntrack', path)
  t.is(conntrack.found, undefined)
  t.is(conntrack.elsewhere[0]?.path, '/var/lib/rancher/k3s/data/abc123/bin/aux/conntrack')
  t.deepEqual(await findProgram(probe, 'ethtool', path), {elsewhere: [], dangling: ['/usr/sbin/ethtool']})
  t.deepEqual(await findProgram(probe, 'socat', path), {elsewhere: [], dangling: []})
})

test('a link to busybox is an applet, and busybox itself is none', async (t) => {
  const probe = probeOf({'/usr/bin/busybox': program, '/usr/bin/mount': {symlink: 'busybox'}})
  t.is((await findProgram(probe, 'mount', path)).found?.applet, 'busybox')
  t.is((await findProgram(probe, 'busybox', path)).found?.applet, '')
})

test('a directory of the PATH that cannot be looked at is a gap only before the program', async (t) => {
  const probe = probeOf({
    '/usr/local/bin': {unreadable: 'permission denied', directory: true},
    '/usr/bin/crictl': program,
  })
  const search = await findProgram(probe, 'crictl', path)
  t.like(search.gap, {reason: '/usr/local/bin/crictl permission denied'})
  t.is((await findProgram(probe, 'crictl', '/usr/bin:/usr/local/bin')).gap, undefined)
})
