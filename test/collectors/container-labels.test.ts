import test from 'ava'
import {containerLabels} from '../../src/collectors/container-labels.ts'
import {Absent} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]
const program = {mode: '0755', base64: 'f0VMRg==', size: 4}
const read = (files: Files) => containerLabels.collect(probeOf(files))

test('containerd and dockerd do not label containers unless they are told to', async (t) => {
  const containerd = {'/usr/bin/containerd': program}
  t.deepEqual(plain(await read(containerd)), {
    runtime: 'containerd',
    option: 'enable_selinux',
    isOn: false,
    isSetOn: false,
    unsetIn: [],
  })
  const config = 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\n  enable_selinux = true\n'
  t.like(await read({...containerd, '/etc/containerd/config.toml': config}), {
    isOn: {value: true, source: {path: '/etc/containerd/config.toml', line: 3}},
  })
})

test('CRI-O does unless it is told not to', async (t) => {
  const crio = {'/usr/bin/crio': program, '/etc/crio/crio.conf': '[crio.runtime]\n'}
  t.like(plain(await read(crio)), {runtime: 'cri-o', isOn: true, isSetOn: false})
  const off = {...crio, '/etc/crio/crio.conf.d/10.conf': '[crio.runtime]\nselinux = false\n'}
  t.like(await read(off), {isOn: {value: false, source: {path: '/etc/crio/crio.conf.d/10.conf', line: 2}}})
})

test('k3s and RKE2 have a flag, a key and a variable', async (t) => {
  const unit = (line: string) => ({
    '/usr/local/bin/k3s': program,
    '/etc/systemd/system/k3s.service': `[Service]\nEnvironmentFile=-/etc/sysconfig/k3s\nExecStart=/usr/local/bin/k3s server ${line}\n`,
  })
  t.like(plain(await read(unit('--selinux --disable traefik'))), {runtime: 'k3s', option: 'selinux', isOn: true})
  t.like(plain(await read(unit(''))), {runtime: 'k3s', isOn: false})
  t.like(await read({...unit(''), '/etc/rancher/k3s/config.yaml': 'token: x\nselinux: true\n'}), {
    isOn: {value: true, source: {path: '/etc/rancher/k3s/config.yaml', line: 2}},
  })
  t.like(await read({...unit(''), '/etc/sysconfig/k3s': 'K3S_SELINUX=true\n'}), {
    isOn: {value: true, source: {path: '/etc/sysconfig/k3s', line: 1}},
  })
})

test('an option that nobody sets names the files that could', async (t) => {
  const files = {
    '/usr/bin/containerd': program,
    '/etc/containerd/config.toml': 'version = 2\n',
    '/usr/lib/systemd/system/containerd.service': '[Service]\nExecStart=/usr/bin/containerd\n',
  }
  t.like(plain(await read(files)), {
    isOn: false,
    unsetIn: ['/etc/containerd/config.toml', '/usr/lib/systemd/system/containerd.service'],
  })
  const off = 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\n  enable_selinux = false\n'
  t.like(plain(await read({...files, '/etc/containerd/config.toml': off})), {isOn: false, unsetIn: []})
})

test('a host without a runtime', async (t) => {
  t.true((await read({})) instanceof Absent)
})
