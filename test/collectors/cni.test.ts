import test from 'ava'
import {cni} from '../../src/collectors/cni.ts'
import {Absent, bare, type Leaf, sourceOf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]

async function collect(files: Files, commands: Parameters<typeof probeOf>[1] = []) {
  const facts = await probeOf({'/usr/bin/kubelet': program, ...files}, commands).fact(cni)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const flannel = `{
  "name": "cbr0",
  "cniVersion": "0.3.1",
  "plugins": [
    {"type": "flannel"},
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}`

/** The names and a member of each record of a list. */
function members(list: Leaf<readonly unknown[]>, key: string): readonly unknown[] {
  return (bare(list) ?? []).map((item) => {
    const record = item as Readonly<Record<string, Leaf<unknown>>>
    return [bare(record.name ?? ''), bare(record[key] ?? '')]
  })
}

test('containerd: the directories of its configuration, the first file by name, and what that needs', async (t) => {
  const facts = await collect({
    '/usr/bin/containerd': program,
    '/etc/containerd/config.toml':
      'version = 2\n[plugins."io.containerd.grpc.v1.cri".cni]\n  bin_dir = "/usr/lib/cni/"\n  conf_dir = "/etc/cni/net.d"\n',
    '/etc/cni/net.d/10-flannel.conflist': flannel,
    '/etc/cni/net.d/20-other.conf': '{"name": "other", "type": "macvlan"}',
    '/etc/cni/net.d/README.md': 'no configuration',
    '/usr/lib/cni/flannel': program,
    '/opt/cni/bin/bridge': program,
  })
  t.is(facts.loader, 'containerd')
  t.deepEqual(members(facts.directories, 'holds'), [
    ['/etc/cni/net.d', 'configuration'],
    ['/usr/lib/cni', 'plugins'],
  ])
  t.deepEqual(members(facts.files, 'isConsidered'), [
    ['/etc/cni/net.d/10-flannel.conflist', true],
    ['/etc/cni/net.d/20-other.conf', false],
  ])
  t.deepEqual(members(facts.plugins, 'exists'), [
    ['flannel', true],
    ['bridge', false],
    ['host-local', false],
    ['portmap', false],
    ['loopback', false],
  ])
  t.deepEqual(members(facts.plugins, 'role'), [
    ['flannel', 'main'],
    ['bridge', 'delegate'],
    ['host-local', 'delegate'],
    ['portmap', 'chained'],
    ['loopback', 'loopback'],
  ])
  t.deepEqual(members(facts.strayPlugins, 'directory'), [['bridge', '/opt/cni/bin']])
  const [first, , , portmap] = bare(facts.plugins) as readonly {readonly name: Leaf<string>}[]
  t.deepEqual(sourceOf(first?.name), {kind: 'file', path: '/etc/cni/net.d/10-flannel.conflist', line: 5})
  t.deepEqual(sourceOf(portmap?.name), {kind: 'file', path: '/etc/cni/net.d/10-flannel.conflist', line: 6})
})

for (const [loader, files, commands] of [
  ['cri-o', {'/usr/bin/crio': program}, []],
  [
    'dockershim',
    {
      '/usr/bin/dockerd': program,
      '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet --network-plugin=cni\n',
    },
    [{argv: ['kubelet', '--version'], exitCode: 0, stdout: 'Kubernetes v1.20.1\n', stderr: ''}],
  ],
] as const) {
  test(`${loader} passes over what is invalid or cannot run, and takes the next`, async (t) => {
    const facts = await collect(
      {
        ...files,
        '/etc/cni/net.d/05-broken.conflist': '{',
        '/etc/cni/net.d/10-missing.conf': '{"name": "a", "type": "nowhere"}',
        '/etc/cni/net.d/20-mode.conf': '{"name": "b", "type": "ptp"}',
        '/etc/cni/net.d/30-good.conf': '{"name": "c", "type": "bridge", "ipam": {"type": "not-asked-for"}}',
        '/opt/cni/bin/ptp': {...program, mode: '0644'},
        '/opt/cni/bin/bridge': program,
      },
      [...commands],
    )
    t.is(facts.loader, loader)
    t.true(facts.isLoaded)
    const winner = (bare(facts.files) as readonly {readonly name: Leaf<string>; readonly isWinner: boolean}[]).find(
      (file) => file.isWinner,
    )
    t.is(bare(winner?.name ?? ''), '/etc/cni/net.d/30-good.conf')
  })
}

test('containerd gives up on an invalid first file, CRI-O waits for the network it is told', async (t) => {
  const files = {'/etc/cni/net.d/10-a.conf': '{', '/etc/cni/net.d/20-b.conf': '{"name": "b", "type": "bridge"}'}
  t.false((await collect({...files, '/usr/bin/containerd': program})).isLoaded)
  const named = await collect({
    ...files,
    '/usr/bin/crio': program,
    '/etc/crio/crio.conf': '[crio.network]\ncni_default_network = "absent"\n',
    '/opt/cni/bin/bridge': program,
  })
  t.false(named.isLoaded)
  t.true(named.winner instanceof Absent)
})

test('k3s before its first start: the directories it will use', async (t) => {
  const facts = await collect({
    '/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n',
    '/usr/local/bin/k3s': program,
  })
  t.is(bare(facts.confDir), '/var/lib/rancher/k3s/agent/etc/cni/net.d')
  t.deepEqual(members(facts.directories, 'holds').at(-1), ['/var/lib/rancher/k3s/data/cni', 'plugins'])
  t.is(facts.distribution, 'k3s')
})

test('MicroK8s: the variable of the snap in its configuration', async (t) => {
  const facts = await collect({
    '/var/snap/microk8s/current/args/kubelet':
      '--container-runtime-endpoint=/var/snap/microk8s/common/run/containerd.sock\n',
    '/var/snap/microk8s/current/args/containerd.toml': `version = 2
[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = "\${SNAP_DATA}/opt/cni/bin"
  conf_dir = "\${SNAP_DATA}/args/cni-network"
`,
    '/var/snap/microk8s/current/args/cni-network/cni.conf': '{"name": "a", "type": "bridge"}',
  })
  t.is(facts.distribution, 'microk8s')
  t.is(bare(facts.confDir), '/var/snap/microk8s/current/args/cni-network')
})

test('a host that is to be no node has no such fact, an unreadable directory is unknown', async (t) => {
  t.true((await probeOf({'/usr/bin/dockerd': program}).fact(cni)) instanceof Absent)
  const denied = probeOf({
    '/usr/bin/kubelet': program,
    '/usr/bin/containerd': program,
    '/etc/cni/net.d': {directory: true, unreadable: 'permission denied'},
  })
  t.true((await denied.fact(cni)) instanceof Unknown)
})
