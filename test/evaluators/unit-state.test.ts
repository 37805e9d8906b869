import test from 'ava'
import {isActive, isEnabled} from '../../src/evaluators/unit-state.ts'
import {at, bare, Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

test('a unit is enabled by a link in a directory of wants or requires, unless the link leads to /dev/null', async (t) => {
  const probe = probeOf({
    '/etc/systemd/system/multi-user.target.wants/kubelet.service': {symlink: '/usr/lib/systemd/system/kubelet.service'},
    '/usr/lib/systemd/system/sockets.target.requires/a.socket': {symlink: '../a.socket'},
    '/usr/lib/systemd/system/multi-user.target.wants/b.service': {symlink: '../b.service'},
    '/etc/systemd/system/multi-user.target.wants/b.service': {symlink: '/dev/null'},
  })
  const link = '/etc/systemd/system/multi-user.target.wants/kubelet.service'
  t.deepEqual(await isEnabled(probe, 'kubelet.service'), at(true, {kind: 'file', path: link}))
  t.true(bare(await isEnabled(probe, 'a.socket')))
  t.false(bare(await isEnabled(probe, 'b.service')))
  t.false(bare(await isEnabled(probe, 'c.service')))
})

test('a started unit has an invocation link, or a control group where systemd keeps no links yet', async (t) => {
  const links = probeOf({'/run/systemd/units/invocation:docker.service': {symlink: '00000000'}})
  t.true(bare(await isActive(links, 'docker.service')))
  t.false(bare(await isActive(links, 'kubelet.service')))
  const groups = probeOf({'/sys/fs/cgroup/systemd/system.slice/docker.service/cgroup.procs': '612\n'})
  t.true(bare(await isActive(groups, 'docker.service')))
  t.false(bare(await isActive(groups, 'kubelet.service')))
})

test('without a running systemd nobody can tell whether a unit is started', async (t) => {
  t.true((await isActive(probeOf({}), 'kubelet.service')) instanceof Unknown)
})
