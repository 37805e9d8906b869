import test from 'ava'
import {type BootCommandLine, bootCommandLine} from '../../src/evaluators/boot-command-line.ts'
import {probeOf} from './probe-of.ts'

function shown(line: BootCommandLine): string[] {
  if (line.state === 'unknown') return [line.reason]
  return line.parameters.map(({key, value, source}) => {
    const place = source.kind === 'file' ? `${source.path}:${source.line}` : source.kind
    return `${value === undefined ? key : `${key}=${value}`} ${place}`
  })
}

const grubenv =
  '# GRUB Environment Block\nsaved_entry=7a-4.18.0-553.el8.x86_64\nkernelopts=root=/dev/sda1 ro selinux=0 \n####'
const entries = '/boot/loader/entries'

test('the entry that the environment names, its variables in their places', async (t) => {
  const probe = probeOf({
    '/boot/grub2/grubenv': grubenv,
    [`${entries}/7a-4.18.0-553.el8.x86_64.conf`]: 'title RHEL\nversion 4.18\noptions $kernelopts quiet $tuned_params\n',
    [`${entries}/7a-4.18.0-80.el8.x86_64.conf`]: 'options enforcing=0\n',
    '/proc/cmdline': 'enforcing=1\n',
  })
  t.deepEqual(shown(await bootCommandLine(probe)), [
    'root=/dev/sda1 /boot/grub2/grubenv:3',
    'ro /boot/grub2/grubenv:3',
    'selinux=0 /boot/grub2/grubenv:3',
    `quiet ${entries}/7a-4.18.0-553.el8.x86_64.conf:3`,
  ])
})

test('without a saved entry the newest version, and not the rescue entry', async (t) => {
  const probe = probeOf({
    [`${entries}/7a-0-rescue.conf`]: 'options rescue\n',
    [`${entries}/7a-5.14.0-70.el9.conf`]: 'options old\n',
    [`${entries}/7a-5.14.0-503.el9.conf`]: 'options new\n',
  })
  t.deepEqual(shown(await bootCommandLine(probe)), [`new ${entries}/7a-5.14.0-503.el9.conf:1`])
})

test('a generated menu, by title', async (t) => {
  const menu = `set default="\${saved_entry}"
menuentry 'CentOS Linux (3.10.0-1160) 7 (Core)' --class centos $menuentry_id_option 'gnulinux-1160' {
	linux16 /vmlinuz-3.10.0-1160 root=/dev/sda1 ro
}
menuentry 'CentOS Linux (3.10.0-514) 7 (Core)' --class centos $menuentry_id_option 'gnulinux-514' {
	linux16 /vmlinuz-3.10.0-514 root=/dev/sda1 ro enforcing=0
}
`
  const path = '/boot/grub2/grub.cfg'
  t.deepEqual(shown(await bootCommandLine(probeOf({[path]: menu}))), [`root=/dev/sda1 ${path}:3`, `ro ${path}:3`])
  const saved = {[path]: menu, '/boot/grub2/grubenv': 'saved_entry=CentOS Linux (3.10.0-514) 7 (Core)\n'}
  t.true(shown(await bootCommandLine(probeOf(saved))).includes(`enforcing=0 ${path}:6`))
})

test('the running line comes before what new entries are made from', async (t) => {
  const grub = 'GRUB_TIMEOUT=1\nGRUB_CMDLINE_LINUX="crashkernel=auto selinux=0"\nGRUB_CMDLINE_LINUX_DEFAULT=quiet\n'
  const template = {'/etc/default/grub': grub}
  t.deepEqual(shown(await bootCommandLine(probeOf(template))), [
    'crashkernel=auto /etc/default/grub:2',
    'selinux=0 /etc/default/grub:2',
    'quiet /etc/default/grub:3',
  ])
  t.deepEqual(shown(await bootCommandLine(probeOf({...template, '/proc/cmdline': 'ro\n'}))), ['ro /proc/cmdline:1'])
  t.deepEqual(shown(await bootCommandLine(probeOf({...template, '/etc/kernel/cmdline': 'rw\n'}))), [
    'rw /etc/kernel/cmdline:1',
  ])
  t.deepEqual(shown(await bootCommandLine(probeOf({}))), [])
})

test('entries that cannot be read leave the line unknown', async (t) => {
  const probe = probeOf({[entries]: {unreadable: 'permission denied'}, '/proc/cmdline': 'ro\n'})
  t.deepEqual(shown(await bootCommandLine(probe)), [`${entries} permission denied`])
})
