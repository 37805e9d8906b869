import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import {ipAddressAnswers, ipRouteAnswers} from '../../src/host/bundle-ip.ts'
import {dpkgAnswers, rpmAnswers} from '../../src/host/bundle-packages.ts'
import {cgroupAnswers, psAnswers} from '../../src/host/bundle-ps.ts'
import {filesystemsAnswers, modeAnswers, sestatusAnswers} from '../../src/host/bundle-selinux.ts'
import {answer, opened, read, sos} from './opened-bundle.ts'
import {tarOf, type Written} from './tar-writer.ts'

const header = 'F   UID     PID    PPID PRI  NI    VSZ   RSS WCHAN  STAT TTY        TIME COMMAND\n'
const row = (pid: number, command: string, size = 9000): string =>
  `4     0 ${String(pid).padStart(7)}       1  20   0 ${size}  1164 ep_pol Ss   ?          0:22 ${command}\n`
const listing = (...rows: readonly string[]): string =>
  [header, row(1, '/sbin/init'), ...rows, row(99, 'ps alxwww')].join('')

test('a listing of processes is what /proc shows, arguments parted only where no blank can belong to one', (t) => {
  const {files, directories} = psAnswers(
    listing(
      row(2, '[kthreadd]', 0),
      row(7, '[kubelet] <defunct>', 0),
      row(8, '[kubelet]'),
      row(20, '/usr/bin/containerd'),
      row(21, '/opt/bin/flanneld --ip-masq --kube-subnet-mgr'),
      row(22, '/usr/bin/kubelet --config=/a --node-ip=10.0.0.1'),
      row(23, '/usr/bin/sh -c'),
    ),
  )
  t.like(files, {
    '/proc/1/cmdline': '/sbin/init\0',
    '/proc/2/cmdline': '',
    '/proc/2/comm': 'kthreadd\n',
    '/proc/7/cmdline': '',
    '/proc/7/comm': 'kubelet\n',
    '/proc/20/cmdline': '/usr/bin/containerd\0',
    '/proc/21/cmdline': '/opt/bin/flanneld\0--ip-masq\0--kube-subnet-mgr\0',
    '/proc/22/cmdline': '/usr/bin/kubelet --config=/a --node-ip=10.0.0.1\0',
  })
  t.is(files?.['/proc/8/cmdline'], undefined)
  t.true(directories?.['/proc']?.includes('99'))
})

test('the tree that ps draws is no part of a command, and its headers are no processes', (t) => {
  const forest = `${header}${row(1, '/sbin/init')}${row(30, '\\_ timeout 75 x')}${header}${row(31, '|   \\_ sh -c a')}${row(32, '    \\_ ps fauxwww --headers')}`
  const {files} = psAnswers(forest)
  t.is(files?.['/proc/30/cmdline'], 'timeout 75 x\0')
  t.is(files?.['/proc/31/cmdline'], 'sh -c a\0')
})

test('a listing that is cut, without its first process or of threads alone proves nothing', (t) => {
  const whole = listing(row(5, 'a'))
  t.truthy(psAnswers(whole).files)
  for (const text of [
    '',
    whole.trimEnd(),
    whole.replace(row(1, '/sbin/init'), ''),
    whole.replace(row(99, 'ps alxwww'), ''),
  ]) {
    t.deepEqual(psAnswers(text), {})
  }
  t.deepEqual(psAnswers(whole.replace('VSZ', 'SZ ')), {})
  t.deepEqual(psAnswers(whole.replace(/ {7}5 /, '       - ')), {})
})

test('arguments with blanks are never taken for several', (t) => {
  const word = fc.stringMatching(/^[a-z0-9=/.-]{1,12}$/)
  const argument = fc.oneof(
    word,
    word,
    fc.array(word, {minLength: 2, maxLength: 3}).map((words) => words.join(' ')),
  )
  const isOfFlags = (text: string) => text.includes(' ') && text.split(' ').every((part) => /^--?[a-z]/.test(part))
  fc.assert(
    fc.property(fc.array(argument, {maxLength: 5}), (all) => {
      const argv = ['/usr/bin/kubelet', ...all.filter((each) => !isOfFlags(each))]
      const told = psAnswers(listing(row(50, argv.join(' ')))).files?.['/proc/50/cmdline'] ?? ''
      const read = told.replace(/\0$/, '').split('\0')
      t.true(read.length === 1 ? read[0] === argv.join(' ') : read.join('\0') === argv.join('\0'), told)
    }),
  )
})

test('control groups and names of processes', (t) => {
  const wide = `     9       1 root     root           9    1 18:58 x               0::/${'y'.repeat(200)}\n`
  const first = '    PID    PPID USER     GROUP        LWP NLWP START COMMAND         CGROUP\n'
  const old =
    '     1       0 root     root           1    1 Feb11 tmux: server    3:cpu,cpuacct:/a,1:name=systemd:/init.scope,0::/init.scope\n'
  const kernel = '      2       0 root     root           2    1 18:58 kthreadd        -\n'
  const {files} = cgroupAnswers(first + old + kernel + wide)
  t.is(files?.['/proc/1/cgroup'], '3:cpu,cpuacct:/a\n1:name=systemd:/init.scope\n0::/init.scope\n')
  t.is(files?.['/proc/1/comm'], 'tmux: server\n')
  t.is(files?.['/proc/2/cgroup'], undefined)
  t.is(cgroupAnswers(first + old).files?.['/proc/1/cgroup'], undefined)
})

test('the mode of SELinux by what tells it', (t) => {
  const enforce = '/sys/fs/selinux/enforce'
  t.deepEqual(sestatusAnswers('SELinux status:                 disabled\n'), {whole: [enforce]})
  t.deepEqual(
    sestatusAnswers('SELinux status:  enabled\nCurrent mode:    permissive\nMode from config file: enforcing\n'),
    {
      files: {[enforce]: '0'},
    },
  )
  t.deepEqual(modeAnswers('Enforcing'), {files: {[enforce]: '1'}})
  t.deepEqual(modeAnswers(), {})
  t.deepEqual(filesystemsAnswers('nodev\tproc\n\text4\n'), {whole: [enforce]})
  t.deepEqual(filesystemsAnswers('nodev\tproc\nnodev\tselinuxfs\n'), {})
  t.deepEqual(filesystemsAnswers(''), {})
})

test('packages as their managers list them', (t) => {
  t.deepEqual(
    rpmAnswers('kubelet-1.28.2-150.x86_64 Tue 1\ngpg-pubkey-fd4-4ae.(none)\n').commands?.[0]?.stdout,
    'kubelet-1.28.2-150.x86_64\ngpg-pubkey-fd4-4ae.(none)\n',
  )
  t.deepEqual(rpmAnswers('error: db5 error\nkubelet-1.28.2-150.x86_64\n'), {})
  t.deepEqual(dpkgAnswers('dpkg-query: error\n'), {})
})

const output = (name: string, content: string): Written => ({name: `sos_commands/${name}`, content})
const manifest = (command: object): Written => ({
  name: 'sos_reports/manifest.json',
  content: JSON.stringify({components: {report: {plugins: {process: {commands: [command]}}}}}),
})

test('of /proc a sosreport with a listing of processes holds all processes, and else what was copied', async (t) => {
  const listed = output('process/ps_alxwww', listing())
  const host = await opened(tarOf(...sos, listed, {name: 'proc/modules', content: 'x\n'}))
  t.is(await read(host, '/proc/5/cmdline'), 'absent')
  t.is(await read(host, '/proc/modules'), 'x\n')
  const sources = ['evaluators', 'collectors'].flatMap((folder) =>
    readdirSync(join('src', folder)).map((name) => readFileSync(join('src', folder, name), 'utf8')),
  )
  const names = new Set(
    sources.flatMap((text) => [...text.matchAll(/\/proc\/([a-z_.]+)/g)].map(([, name = '']) => name)),
  )
  names.delete('modules')
  t.true(names.size > 5)
  for (const name of names) t.not(await read(host, `/proc/${name}`), 'absent', name)
})

test('outputs that the manifest says were cut or failed prove nothing', async (t) => {
  const listed = output('process/ps_alxwww', listing())
  const filepath = 'sos_commands/process/ps_alxwww'
  for (const [command, expected] of [
    [{filepath, truncated: false, return_code: 0}, 'absent'],
    [{filepath, truncated: true, return_code: 0}, 'not in this sosreport'],
    [{filepath, truncated: false, return_code: 124}, 'not in this sosreport'],
  ] as const) {
    t.is(await read(await opened(tarOf(...sos, listed, manifest(command))), '/proc/5/cmdline'), expected)
  }
})

test('interfaces and routes answer as JSON where every line is understood', async (t) => {
  const addresses =
    '1: lo: <LOOPBACK,UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n'
  const host = await opened(
    tarOf(
      ...sos,
      output('networking/ip_-d_address', addresses),
      output(
        'networking/ip_route_show_table_all',
        'default via 10.0.0.1 dev eth0 \n10.9.0.0/16 encap mpls 7 dev eth0 \n',
      ),
    ),
  )
  t.regex(await answer(host, 'ip', '-j', 'addr'), /"ifname":"lo"/)
  t.is(await answer(host, 'ip', '-j', 'route', 'show', 'table', 'all'), 'not in this sosreport')
})

test('lines without end take no time', (t) => {
  const groups = '    PID    PPID USER     GROUP        LWP NLWP START COMMAND         CGROUP\n'
  const long = ['a', ' ', '-', '| ', '1: ', 'a-1 ', 'f:', '\\_ ', '0::/,'].map((part) => part.repeat(400_000))
  const started = performance.now()
  for (const line of long) {
    for (const text of [`${line}\n`, `1 a ${line}\n`, `${header}${row(1, line)}`, `${groups}1 1 a a 1 1 1 ${line}\n`]) {
      for (const read of [
        psAnswers,
        cgroupAnswers,
        dpkgAnswers,
        rpmAnswers,
        sestatusAnswers,
        ipAddressAnswers,
        ipRouteAnswers,
      ]) {
        t.notThrows(() => read(text))
      }
    }
  }
  t.true(performance.now() - started < 10_000)
})
