import {readFileSync} from 'node:fs'
import {gunzipSync} from 'node:zlib'
import test from 'ava'
import {installedVersion} from '../../src/evaluators/component-version.ts'
import {Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}
const status = `Package: kubelet
Status: install ok installed
Architecture: amd64
Version: 1.34.2-1.1

Package: docker-ce
Status: deinstall ok config-files
Version: 5:18.06.3~ce~3-0~ubuntu

Package: containerd.io
Status: install ok installed
Version: 1.6.4-1
`
const answer = (argv: string[], stdout: string) => ({argv, stdout})

async function versionOf(name: string, ...host: Parameters<typeof probeOf>) {
  const version = await installedVersion(probeOf(...host), name)
  return version instanceof Unknown ? version.reason : [version.value.text, version.source]
}

test('the package that owns the program answers before the program', async (t) => {
  const files = {
    '/usr/bin/kubelet': program,
    '/var/lib/dpkg/status': status,
    '/var/lib/dpkg/info/kubelet.list': '/.\n/usr\n/usr/bin/kubelet\n',
  }
  const commands = [answer(['kubelet', '--version'], 'Kubernetes v1.20.0\n')]
  const source = {kind: 'file', path: '/var/lib/dpkg/status', line: 1}
  t.deepEqual(await versionOf('kubelet', files, commands), ['1.34.2-1.1', source])
})

test('a program beside that of the package speaks for itself', async (t) => {
  const files = {
    '/usr/local/bin/kubelet': program,
    '/usr/bin/kubelet': program,
    '/var/lib/dpkg/status': status,
    '/var/lib/dpkg/info/kubelet.list': '/usr/bin/kubelet\n',
  }
  const commands = [answer(['kubelet', '--version'], 'Kubernetes v1.20.0\n')]
  const source = {kind: 'command', argv: ['kubelet', '--version']}
  t.deepEqual(await versionOf('kubelet', files, commands), ['1.20.0', source])
  t.is(await versionOf('kubelet', files), 'nothing tells the version of /usr/local/bin/kubelet')
})

test('without an answer a package of the name is believed where packages put programs', async (t) => {
  const files = {'/usr/bin/containerd': program, '/usr/bin/dockerd': program, '/var/lib/dpkg/status': status}
  const source = {kind: 'file', path: '/var/lib/dpkg/status', line: 10}
  t.deepEqual(await versionOf('containerd', files), ['1.6.4-1', source])
  t.is(await versionOf('dockerd', files), 'nothing tells the version of /usr/bin/dockerd')
  t.is(await versionOf('runc', files), 'no runc was found')
})

test('distroless systems keep a status file for each package', async (t) => {
  const path = '/var/lib/dpkg/status.d/iptables'
  const files = {[path]: 'Package: iptables\nVersion: 1.8.9-2\n'}
  t.deepEqual(await versionOf('iptables', files), ['1.8.9-2', {kind: 'file', path, line: 1}])
})

test('releases that names of files tell', async (t) => {
  const kubelet = '/var/lib/rancher/rke2/data/v1.27.3-rke2r1-0c1cf1bd5a6a/bin/kubelet'
  t.like(await versionOf('kubelet', {[kubelet]: program}), {1: {path: kubelet}})
  const library = '/usr/lib/systemd/libsystemd-shared-252.22.so'
  t.deepEqual(await versionOf('systemd', {[library]: program}), ['252.22', {kind: 'file', path: library}])
})

test('a package database that cannot be read is a gap', async (t) => {
  const files = {'/usr/bin/runc': program, '/var/lib/rpm/rpmdb.sqlite': {content: 'SQLite format 3\0'}}
  t.regex(String(await versionOf('runc', files)), /^\/var\/lib\/rpm\/rpmdb\.sqlite is no readable rpm database/)
})

test('an rpm database is read where dpkg knows nothing', async (t) => {
  const bytes = gunzipSync(readFileSync(new URL('../text/fixtures/rpmdb.sqlite.gz', import.meta.url)))
  const path = '/var/lib/rpm/rpmdb.sqlite'
  const files = {'/usr/bin/dockerd': program, [path]: {base64: bytes.toString('base64')}}
  t.deepEqual(await versionOf('dockerd', files), ['24.0.5-4.el9', {kind: 'file', path}])
})
