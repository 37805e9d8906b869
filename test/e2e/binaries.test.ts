import {spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import test from 'ava'
import {installDebian, installProgram, plant, run} from './debian.ts'

/** What the executable says of one rule or fact. */
interface Finding {
  readonly rule: string
  readonly outcome: string
  readonly severity: string
  readonly message: string
}

const executable = fileURLToPath(new URL('../../dist/node-preflight', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'npf-binaries-'))

/** Debian's packages, with the tool and the rule that speaks when it is gone. */
const packages = [
  {name: 'conntrack', tools: ['conntrack'], rules: ['conntrack-missing']},
  {name: 'socat', tools: ['socat'], rules: ['socat-missing']},
  {name: 'iptables', tools: ['iptables', 'ebtables'], rules: ['ebtables-missing', 'iptables-missing']},
  {name: 'iproute2', tools: ['ip', 'tc'], rules: ['ip-command-missing', 'tc-missing']},
  {name: 'bridge-utils', tools: ['brctl'], rules: ['bridge-utils-missing']},
] as const

const names = packages.map(({name}) => name)
const watched = packages.flatMap(({rules}) => rules).sort()

test.before('a Debian 12 in a directory, with kubeadm and kubelet 1.29 by package', () => {
  installDebian(root)
  for (const name of ['kubelet', 'kubeadm']) installProgram(root, name, '1.29.3-1.1', '#!/bin/sh\nexit 1\n')
  plant(
    join(root, 'etc/systemd/system/kubelet.service'),
    '[Service]\nExecStartPre=-/usr/sbin/brctl addbr cbr0\n' +
      'ExecStart=/usr/bin/kubelet --container-runtime-endpoint=unix:///run/containerd/containerd.sock\n',
  )
})

test.after.always('nothing stays', () => rmSync(root, {recursive: true, force: true}))

test.serial('a minimal Debian lacks them all, and each finding names who needs the tool', (t) => {
  const findings = failing()
  t.deepEqual(findings.map(({rule}) => rule).sort(), watched)
  const of = (rule: string) => findings.find((finding) => finding.rule === rule)
  t.like(of('conntrack-missing'), {
    severity: 'error',
    message: 'conntrack is nowhere on this host; kubeadm 1.29.3 refuses the node without it',
  })
  t.like(of('socat-missing'), {severity: 'warning'})
  t.like(of('bridge-utils-missing'), {
    severity: 'info',
    message: 'brctl is nowhere on this host; kubelet.service calls it',
  })
  sameAsShell(t)
})

test.serial('with the packages installed nothing is missing', (t) => {
  run('chroot', root, 'apt-get', 'install', '-y', '--no-install-recommends', ...names)
  t.deepEqual(failing(), [])
  sameAsShell(t)
})

for (const {name, rules} of packages) {
  test.serial(`without ${name} its rules speak and no other`, (t) => {
    run('chroot', root, 'dpkg', '--remove', '--force-depends', name)
    t.deepEqual(
      failing()
        .map(({rule}) => rule)
        .sort(),
      [...rules],
    )
    sameAsShell(t)
    run('chroot', root, 'apt-get', 'install', '-y', '--no-install-recommends', name)
    t.deepEqual(failing(), [])
  })
}

test.serial('alternatives count where they lead, and not where they lead nowhere', (t) => {
  run('chroot', root, 'update-alternatives', '--set', 'iptables', '/usr/sbin/iptables-legacy')
  t.deepEqual(failing(), [])
  run('chroot', root, 'mv', '/usr/sbin/xtables-legacy-multi', '/usr/sbin/moved')
  const [dangling] = failing()
  t.is(dangling?.rule, 'iptables-missing')
  t.regex(dangling?.message ?? '', /^iptables is a link at \/usr\/sbin\/iptables that leads nowhere; kubeadm/)
  sameAsShell(t)
  run('chroot', root, 'mv', '/usr/sbin/moved', '/usr/sbin/xtables-legacy-multi')
})

test.serial('a tool outside the PATH of the service that needs it is told with its place', (t) => {
  plant(join(root, 'etc/systemd/system/kubelet.service.d/path.conf'), '[Service]\nEnvironment=PATH=/opt/empty\n')
  const found = failing(['binary-outside-service-path']).map(({message}) => message.split(';')[0])
  const outside = 'which is not on the PATH of kubelet.service (/opt/empty)'
  t.deepEqual(
    found.sort(),
    'sbin/blkid sbin/fsck sbin/iptables sbin/mkfs.ext4 bin/mount sbin/resize2fs bin/umount'
      .split(' ')
      .map((path) => `${path.split('/')[1]} is at /usr/${path}, ${outside}`),
  )
  t.is(failing(['mount-missing']).length, 1)
  rmSync(join(root, 'etc/systemd/system/kubelet.service.d'), {recursive: true})
})

test.serial('kubeadm 1.32 needs no conntrack any more', (t) => {
  run('chroot', root, 'dpkg', '--remove', '--force-depends', 'conntrack', 'socat')
  run('sed', '-i', 's/^Version: 1.29.3-1.1$/Version: 1.32.0-1.1/', join(root, 'var/lib/dpkg/status'))
  const skipped = report(['conntrack-missing', 'socat-missing']).filter(({outcome}) => outcome === 'skip')
  t.deepEqual(skipped.map(({rule}) => rule).sort(), ['conntrack-missing', 'socat-missing'])
})

/** The failing findings of the watched rules. */
function failing(rules: readonly string[] = watched): readonly Finding[] {
  return report(rules).filter(({outcome}) => outcome === 'fail')
}

function report(rules: readonly string[]): readonly Finding[] {
  const {status, stdout, stderr} = spawnSync(
    executable,
    ['check', '--root', root, '--phase', 'image', '--only', rules.join(','), '-o', 'json'],
    {encoding: 'utf8', timeout: 60_000},
  )
  if (status === null || status === 2 || status > 3) throw new Error(stderr)
  return (JSON.parse(stdout) as {findings: readonly Finding[]}).findings
}

/** What we say is found is what a shell with the PATH of a service finds in the directory. */
function sameAsShell(t: {deepEqual(actual: unknown, expected: unknown): void}): void {
  const tools = [
    ...packages.flatMap((each) => each.tools),
    'mount',
    'umount',
    'nsenter',
    'losetup',
    'touch',
    'cp',
    'crictl',
  ]
  const {stdout} = spawnSync(executable, ['facts', 'tools', '--root', root, '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const facts = JSON.parse(stdout) as readonly {fact: string; value?: unknown}[]
  const said = tools.map((tool) => [tool, facts.find(({fact}) => fact === `tools.${tool}.isFound`)?.value])
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'
  const found = tools.map((tool) => {
    const look = spawnSync('chroot', [root, '/usr/bin/env', '-i', path, 'sh', '-c', `command -v ${tool}`])
    return [tool, look.status === 0]
  })
  t.deepEqual(said, found)
}
