import test from 'ava'
import {selinux} from '../../src/collectors/selinux.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const config = '# comment\nSELINUX=enforcing\nSELINUXTYPE=targeted\n'

test('a host that was set permissive until the next boot, which relabels', async (t) => {
  const probe = probeOf({
    '/etc/selinux/config': config,
    '/sys/fs/selinux/enforce': '0',
    '/proc/cmdline': 'ro autorelabel=1',
  })
  const facts = await selinux.collect(probe)
  t.deepEqual(plain(facts), {
    running: 'permissive',
    nextBoot: 'enforcing',
    configured: 'enforcing',
    isDisabledOnBootLine: false,
    isRelabelScheduled: true,
  })
  t.like(facts, {nextBoot: {source: {path: '/etc/selinux/config', line: 2}}})
})

test('an image that disables it on the boot line', async (t) => {
  const probe = probeOf({
    '/etc/selinux/config': config,
    '/.autorelabel': '',
    '/etc/default/grub': 'GRUB_CMDLINE_LINUX="selinux=0"\n',
  })
  const facts = await selinux.collect(probe)
  t.deepEqual(plain(facts), {
    running: {unknown: 'no running kernel was found to ask'},
    nextBoot: 'disabled',
    configured: 'enforcing',
    isDisabledOnBootLine: true,
    isRelabelScheduled: true,
  })
  t.like(facts, {isDisabledOnBootLine: {source: {path: '/etc/default/grub', line: 1}}})
})

test('a host without SELinux asks for no more than that', async (t) => {
  const probe = probeOf({'/proc/cmdline': 'ro', '/boot/grub/grub.cfg': {unreadable: 'permission denied'}})
  t.deepEqual(plain(await selinux.collect(probe)), {
    running: 'disabled',
    nextBoot: 'disabled',
    configured: '',
    isDisabledOnBootLine: false,
    isRelabelScheduled: false,
  })
})
