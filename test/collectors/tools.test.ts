import test from 'ava'
import {tools} from '../../src/collectors/tools.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]
const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}
const programs = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, program]))
const versions = (versionOf: Readonly<Record<string, string>>) =>
  Object.entries(versionOf).map(([tool, stdout]) => ({argv: [tool, '--version'], exitCode: 0, stdout, stderr: ''}))

interface Tool {
  readonly isFound: boolean
  readonly where: string
  readonly isRuledOut: boolean
  readonly need: {readonly strength?: string; readonly absent?: string; readonly by?: readonly string[]}
}
type Tools = Readonly<Record<'conntrack' | 'socat' | 'nsenter' | 'iptables' | 'mount', Tool>> & {
  readonly searches: readonly {name: string; service: string; isOnPath: boolean; elsewhere: string}[]
}

async function collected(files: Files, versionOf: Readonly<Record<string, string>> = {}): Promise<Tools> {
  return plain(await tools.collect(probeOf(files, versions(versionOf)))) as Tools
}
const kubelet = (minor: number) => ({kubelet: `Kubernetes v1.${minor}.1\n`})

test('a pod’s kube-proxy is no process of the host', async (t) => {
  const proxy = {
    '/proc/900/cmdline': 'kube-proxy\0--config=/var/lib/kube-proxy/config.conf\0',
    '/proc/900/comm': 'kube-proxy\n',
  }
  const files = {...programs('/usr/bin/kubelet', '/usr/bin/containerd'), ...proxy}
  const inPod = await collected({...files, '/proc/900/cgroup': '0::/kubepods.slice/kubepods-pod1.slice\n'}, kubelet(29))
  t.true(inPod.conntrack.isRuledOut)
  const onHost = await collected({...files, '/proc/900/cgroup': '0::/system.slice/start-proxy.service\n'}, kubelet(29))
  t.like(onHost.conntrack, {
    isFound: false,
    where: 'nowhere on this host',
    need: {strength: 'required', by: ['kube-proxy 1.29.1 runs it to drop the flows of UDP services']},
  })
})

test('the releases of each that needs a tool decide', async (t) => {
  for (const [minor, conntrack, nsenter] of [
    [17, 'absent', 'required'],
    [18, 'required', 'required'],
    [31, 'required', 'required'],
    [32, 'absent', 'required'],
    [33, 'absent', 'absent'],
  ] as const) {
    const files = programs('/usr/bin/kubelet', '/usr/bin/kubeadm', '/usr/bin/containerd')
    const endpoint = {
      '/etc/default/kubelet':
        'KUBELET_EXTRA_ARGS=--container-runtime-endpoint=unix:///run/containerd/containerd.sock\n',
    }
    const fact = await collected({...files, ...endpoint}, {...kubelet(minor), containerd: 'containerd c v1.7.1 x\n'})
    t.is(fact.conntrack.need.strength ?? 'absent', conntrack, `conntrack 1.${minor}`)
    t.is(fact.nsenter.need.strength ?? 'absent', nsenter, `nsenter 1.${minor}`)
  }
})

test('a node that has joined needs what kubeadm looks for only to join again', async (t) => {
  const fact = await collected(
    {
      ...programs('/usr/bin/kubelet', '/usr/bin/kubeadm', '/usr/bin/containerd'),
      '/usr/lib/systemd/system/kubelet.service':
        '[Service]\nExecStart=/usr/bin/kubelet --kubeconfig=/etc/kubernetes/kubelet.conf\n',
      '/etc/kubernetes/kubelet.conf':
        'apiVersion: v1\nkind: Config\nusers:\n- name: node\n  user:\n    client-certificate: /var/lib/kubelet/pki/c.pem\n    client-key: /var/lib/kubelet/pki/c.pem\n',
      '/var/lib/kubelet/pki/c.pem': '-----BEGIN CERTIFICATE-----\n',
    },
    kubelet(29),
  )
  t.like(fact.conntrack, {
    need: {strength: 'checked', by: ['kubeadm 1.29.1 refuses the node without it when it joins again']},
  })
})

test('a distribution that embeds the kubelet brings its own tools', async (t) => {
  const fact = await collected({
    ...programs('/usr/local/bin/k3s'),
    '/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n',
  })
  for (const tool of ['conntrack', 'socat', 'nsenter', 'iptables', 'mount'] as const)
    t.true(fact[tool].isRuledOut, tool)
})

test('a tool is searched on the PATH of each service that needs it', async (t) => {
  const fact = await collected(
    {
      ...programs('/usr/bin/kubelet', '/usr/bin/cri-dockerd', '/opt/bin/socat', '/usr/bin/mount', '/usr/bin/umount'),
      '/usr/sbin': {symlink: 'bin'},
      '/bin': {symlink: 'usr/bin'},
      '/etc/systemd/system/cri-docker.service': '[Service]\nExecStart=/usr/bin/cri-dockerd\n',
      '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n',
    },
    kubelet(34),
  )
  t.is(fact.socat.where, 'not on the PATH of cri-docker.service but at /opt/bin/socat')
  const searches = fact.searches.map(({name, service, isOnPath, elsewhere}) => [name, service, isOnPath, elsewhere])
  t.deepEqual(
    searches.filter(([name]) => name === 'socat' || name === 'mount'),
    [
      ['socat', 'cri-docker.service', false, '/opt/bin/socat'],
      ['mount', 'kubelet.service', true, ''],
    ],
  )
})

test('programs of a group and runc are searched as well', async (t) => {
  const fact = await collected({
    ...programs('/usr/bin/kubelet', '/usr/bin/containerd', '/opt/bin/runc', '/opt/bin/mkfs.ext4'),
    '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n',
    '/etc/systemd/system/containerd.service': '[Service]\nExecStart=/usr/bin/containerd\n',
  })
  const outside = fact.searches.filter(({elsewhere}) => elsewhere !== '')
  t.deepEqual(
    outside.map(({name, service, elsewhere}) => [name, service, elsewhere]),
    [
      ['mkfs.ext4', 'kubelet.service', '/opt/bin/mkfs.ext4'],
      ['runc', 'containerd.service', '/opt/bin/runc'],
    ],
  )
})
