import test from 'ava'
import {os} from '../../src/collectors/os.ts'
import {at, bare, type Leaf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const elf = 'f0VMRgIBAQAAAAAAAAAAAAIAPgABAAAAABBAAAAAAABAAAAAAAAAAKj1EAAAAAAAAAAAAEAAOAACAEAAGAAXAA=='

async function osOf(files: Parameters<typeof probeOf>[0]) {
  const fact = await os.collect(probeOf(files))
  if (!('family' in fact)) throw new Error('not collected')
  return fact
}

const known = (leaf: Leaf<unknown>) => bare(leaf)

test('a running host tells its distribution, kernel, architecture and init system', async (t) => {
  const fact = await osOf({
    '/bin': {symlink: 'usr/bin'},
    '/etc/os-release': {symlink: '../usr/lib/os-release'},
    '/usr/lib/os-release':
      'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\nPRETTY_NAME="Ubuntu 22.04.3 LTS"\n',
    '/usr/bin/sh': {base64: elf, size: 125688, mode: '0755'},
    '/proc/1/comm': 'systemd\n',
    '/proc/sys/kernel/osrelease': '5.15.0-91-generic\n',
    '/lib/modules/5.15.0-92-generic/modules.dep': '',
  })
  t.deepEqual(fact.versionId, at('22.04', {kind: 'file', path: '/etc/os-release', line: 4}))
  t.is(known(fact.prettyName), 'Ubuntu 22.04.3 LTS')
  t.is(known(fact.family), 'debian')
  t.is(known(fact.kernelRelease), '5.15.0-91-generic')
  t.is(known(fact.architecture), 'amd64')
  t.is(known(fact.isUsrMerged), true)
  t.is(known(fact.init), 'systemd')
  t.is(known(fact.container), '')
})

for (const [release, family] of [
  ['ID=amzn\nID_LIKE="centos rhel fedora"', 'rhel'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'rhel'],
  ['ID="opensuse-leap"\nID_LIKE="suse opensuse"', 'suse'],
  ['ID=pop\nID_LIKE="ubuntu debian"', 'debian'],
  ['ID=flatcar\nID_LIKE=coreos', 'flatcar'],
  ['ID=fedora\nVARIANT_ID=coreos', 'rhel'],
  ['ID=cos', 'any'],
  ['ID=bottlerocket', 'any'],
  ['ID=talos', 'any'],
] as const) {
  test(`${release.replaceAll('\n', ' ')} is of the family ${family}`, async (t) => {
    t.is(known((await osOf({'/etc/os-release': release})).family), family)
  })
}

test('without os-release its texts are empty, not unknown', async (t) => {
  const fact = await osOf({})
  t.is(fact.id, '')
  t.is(fact.prettyName, '')
  t.is(fact.family, 'any')
  t.true(fact.kernelRelease instanceof Unknown)
})

const two = {'/lib/modules/5.10.0-18-amd64/modules.dep': '', '/lib/modules/5.10.0-20-amd64/modules.dep': ''}
const menu = 'set default="0"\nmenuentry Debian {\n\tlinux\t/boot/vmlinuz-5.10.0-20-amd64 root=/dev/sda1\n}\n'

for (const [title, files, release, path] of [
  [
    'the only one with modules',
    {'/lib/modules/6.1.0-1/modules.dep': '', '/lib/modules/6.1.0-2': {directory: true}},
    '6.1.0-1',
    '/lib/modules/6.1.0-1',
  ],
  ['the first of the menu', {...two, '/boot/grub/grub.cfg': menu}, '5.10.0-20-amd64', '/boot/grub/grub.cfg'],
  [
    'the saved entry',
    {
      ...two,
      '/boot/grub2/grubenv': '# GRUB Environment Block\nsaved_entry=abc-5.10\n####',
      '/boot/loader/entries/abc-5.10.conf': 'title Linux\nlinux /vmlinuz-5.10.0-18-amd64\n',
      '/boot/grub/grub.cfg': menu,
    },
    '5.10.0-18-amd64',
    '/boot/loader/entries/abc-5.10.conf',
  ],
  ['the linked image', {...two, '/vmlinuz': {symlink: 'boot/vmlinuz-5.10.0-20-amd64'}}, '5.10.0-20-amd64', '/vmlinuz'],
] as const) {
  test(`offline the kernel is ${title}`, async (t) => {
    t.deepEqual((await osOf(files)).kernelRelease, at(release, {kind: 'file', path}))
  })
}

test('offline several kernels without a default are unknown', async (t) => {
  const {kernelRelease} = await osOf(two)
  t.regex(
    kernelRelease instanceof Unknown ? kernelRelease.reason : '',
    /several kernels.*5\.10\.0-18-amd64, 5\.10\.0-20/,
  )
})

test('Alpine runs OpenRC, and a container manager is told by what it leaves inside', async (t) => {
  const fact = await osOf({
    '/sbin/openrc': '',
    '/proc/1/comm': 'init\n',
    '/proc/1/environ': 'TERM=linux\0container=lxc\0',
  })
  t.deepEqual(fact.init, at('openrc', {kind: 'file', path: '/sbin/openrc'}))
  t.deepEqual(fact.container, at('lxc', {kind: 'file', path: '/proc/1/environ'}))
})
