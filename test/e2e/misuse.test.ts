import {spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import test from 'ava'
import type {Report} from '../../src/check/report.ts'
import {plant} from './debian.ts'
import {program} from './labelled-node.ts'
import {brokenFiles, mistakes} from './mistakes.ts'

const folder = mkdtempSync(join(tmpdir(), 'npf-misuse-'))
test.after.always(() => rmSync(folder, {recursive: true, force: true}))
test.before('files with mistakes in them', () => {
  for (const [path, content] of Object.entries(brokenFiles)) plant(join(folder, path), content)
  plant(join(folder, 'cut.json.gz'), gzipSync(brokenFiles['good.json'] ?? '').subarray(0, 60))
})

for (const [line, message] of Object.entries(mistakes)) {
  test(`${line}: one clear line and exit code 2`, (t) => {
    const {status, stdout, stderr} = run(line.split(' '))
    t.is(stderr.replace(`${folder}/`, ''), `node-preflight: ${message}\n`)
    t.is(status, 2)
    t.is(stdout, '')
  })
}

/** What a broken file of a host comes to. */
interface Broken {
  readonly content: string | Uint8Array
  readonly rule: string
  readonly outcome: 'fail' | 'unknown'
  readonly says: RegExp
}

const hostFiles: Readonly<Record<string, Broken>> = {
  'etc/docker/daemon.json': {
    content: '{"iptables":\n',
    rule: 'docker-config-invalid',
    outcome: 'fail',
    says: /^\/etc\/docker\/daemon\.json cannot be read by dockerd: the text ends/,
  },
  'etc/cni/net.d/10-x.conflist': {
    content: '{"name": [\n',
    rule: 'cni-config-invalid',
    outcome: 'fail',
    says: /^\/etc\/cni\/net\.d\/10-x\.conflist/,
  },
  'etc/containerd/config.toml': {
    content: 'x = [\n',
    rule: 'cni-plugin-missing',
    outcome: 'unknown',
    says: /^\/etc\/containerd\/config\.toml line 2: /,
  },
  'var/lib/kubelet/config.yaml': {
    content: 'maxPods: [\n',
    rule: 'kubelet-pod-cidr-ignored',
    outcome: 'unknown',
    says: /^\/var\/lib\/kubelet\/config\.yaml line 2: /,
  },
  'etc/kubernetes/manifests/kube-controller-manager.yaml': {
    content: Buffer.from([0xff, 0xfe]),
    rule: 'pod-cidr-overlaps-service-cidr',
    outcome: 'unknown',
    says: /^\/etc\/kubernetes\/manifests\/kube-controller-manager\.yaml is not UTF-8 text/,
  },
  'var/lib/dpkg/status': {
    content: Buffer.from([0xff]),
    rule: 'loopback-plugin-too-old',
    outcome: 'unknown',
    says: /^\/var\/lib\/dpkg\/status is not UTF-8 text/,
  },
}

for (const [path, {content, rule, outcome, says}] of Object.entries(hostFiles)) {
  test(`a broken ${path} is ${outcome}, no mistake of the user`, (t) => {
    const root = node({[path]: content})
    for (const place of [
      ['--root', root],
      ['--from', recorded(root)],
    ]) {
      const {status, stdout, stderr} = run([...place, '-o', 'json', '--phase', 'image'])
      t.true(status === 1 || status === 3, stderr)
      t.is(stderr, '')
      const finding = (JSON.parse(stdout) as Report).findings.find((each) => each.rule === rule)
      t.is(finding?.outcome, outcome, JSON.stringify(finding))
      t.regex((outcome === 'fail' ? finding?.message : finding?.reason) ?? '', says)
    }
  })
}

test('a broken configuration that the host keeps is left out with a notice', (t) => {
  const root = node({'etc/node-preflight/config.yaml': 'check:\n  fail-onn: never\n'})
  const {status, stdout, stderr} = run(['--root', root, '-o', 'json'])
  t.true(status === 1 || status === 3, stderr)
  const {notices = []} = JSON.parse(stdout) as Report
  t.is(notices.length, 1)
  t.like(notices[0], {about: 'configuration', source: {file: '/etc/node-preflight/config.yaml', line: 2}})
  t.regex(notices[0]?.message ?? '', /^\/etc\/node-preflight\/config\.yaml is not used: .*did you mean 'failOn'\?\)$/)
})

test('all of them broken at once end no check', (t) => {
  const all = Object.fromEntries(Object.entries(hostFiles).map(([path, {content}]) => [path, content]))
  const {status, stdout, stderr} = run(['--root', node(all), '-o', 'json'])
  t.true(status === 1 || status === 3, stderr)
  for (const {rule, outcome, reason} of (JSON.parse(stdout) as Report).findings) {
    if (outcome === 'unknown') t.truthy(reason, rule)
  }
})

/** A root with a kubelet, containerd and docker, and these files. */
function node(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(folder, 'root-'))
  const kubelet =
    '/usr/bin/kubelet --config=/var/lib/kubelet/config.yaml --container-runtime-endpoint=unix:///run/containerd/containerd.sock'
  const all = {
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'etc/systemd/system/kubelet.service': `[Service]\nExecStart=${kubelet}\n`,
    'etc/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd\n',
    'etc/kubernetes/manifests/kube-apiserver.yaml':
      'spec:\n  containers:\n  - command: [kube-apiserver, --service-cluster-ip-range=10.96.0.0/12]\n',
    'var/lib/kubelet/config.yaml': 'kind: KubeletConfiguration\npodCIDR: 10.244.1.0/24\n',
    'var/lib/dpkg/status': 'Package: containernetworking-plugins\nStatus: install ok installed\nVersion: 1.1.1\n',
    ...files,
  }
  for (const [path, content] of Object.entries(all)) plant(join(root, path), content)
  for (const name of ['kubelet', 'containerd', 'dockerd']) plant(join(root, 'usr/bin', name), '#!/bin/sh\n', 0o755)
  return root
}

function recorded(root: string): string {
  const file = `${root}.json`
  const {status, stderr} = run(['snapshot', '--root', root, '-o', file])
  if (status !== 0) throw new Error(stderr)
  return file
}

function run(args: readonly string[]) {
  return spawnSync(program, args, {cwd: folder, encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 27})
}
