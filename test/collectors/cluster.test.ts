import test from 'ava'
import {cluster} from '../../src/collectors/cluster.ts'
import type {Probe} from '../../src/facts/probe.ts'
import {Absent, bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

async function collect(probe: Probe) {
  const facts = await probe.fact(cluster)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

const kubeadm = `kind: ClusterConfiguration
kubernetesVersion: v1.31.2
controlPlaneEndpoint: api.example:6443
networking:
  podSubnet: 10.244.0.0/16,fd00:1::/56
  serviceSubnet: 10.96.0.0/12
  dnsDomain: corp.example
`
const manager = `spec:
  containers:
  - name: kube-controller-manager
    command:
    - kube-controller-manager
    - --allocate-node-cidrs=true
    - --cluster-cidr=10.200.0.0/16
    - --node-cidr-mask-size=25
`

test('takes what kubeadm would be given', async (t) => {
  const facts = await collect(probeOf({'/etc/kubernetes/kubeadm-config.yaml': kubeadm}))
  t.deepEqual(bare(facts.podCidrs), ['10.244.0.0/16', 'fd00:1::/56'])
  t.deepEqual(sourceOf(facts.podCidrs), {kind: 'file', path: '/etc/kubernetes/kubeadm-config.yaml', line: 5})
  t.deepEqual(bare(facts.serviceCidrs), ['10.96.0.0/12'])
  t.is(bare(facts.kubernetesVersion), 'v1.31.2')
  t.is(bare(facts.apiServer), 'api.example:6443')
  t.is(bare(facts.clusterDomain), 'corp.example')
})

test('keeps what the strongest declaration overrode', async (t) => {
  const files = {
    '/etc/kubernetes/manifests/kube-controller-manager.yaml': manager,
    '/etc/kubernetes/kubeadm-config.yaml': kubeadm,
  }
  const facts = await collect(probeOf(files))
  t.deepEqual(bare(facts.podCidrs), ['10.200.0.0/16'])
  t.deepEqual(sourceOf(facts.podCidrs)?.overrode, [
    {
      value: '10.244.0.0/16,fd00:1::/56',
      source: {kind: 'file', path: '/etc/kubernetes/kubeadm-config.yaml', line: 5},
    },
  ])
  t.is(bare(facts.role), 'control-plane')
})

test('reads what the host’s own file says of the cluster', async (t) => {
  const files = {'/etc/node-preflight/config.yaml': 'cluster:\n  podCidr: [10.1.0.0/16]\n  role: worker\n'}
  const facts = await collect(probeOf(files))
  t.deepEqual(bare(facts.podCidrs), ['10.1.0.0/16'])
  t.deepEqual(sourceOf(facts.podCidrs), {kind: 'file', path: '/etc/node-preflight/config.yaml', line: 2})
  t.is(bare(facts.role), 'worker')
})

test('does not know the ranges where manifests may not be read', async (t) => {
  const facts = await collect(probeOf({'/etc/kubernetes/manifests': {unreadable: 'permission denied; run as root'}}))
  t.true(facts.podCidrs instanceof Unknown)
})

test('does not know the ranges where the arguments of MicroK8s may not be read', async (t) => {
  const path = '/var/snap/microk8s/current/args/kube-proxy'
  const facts = await collect(probeOf({[path]: {unreadable: 'permission denied; run as root'}}))
  t.like(facts.podCidrs, {reason: `${path} permission denied; run as root`})
})

test('tells how nodes get their ranges', async (t) => {
  const facts = await collect(probeOf({'/etc/kubernetes/manifests/kube-controller-manager.yaml': manager}))
  t.like(plain(facts.controllerManager), {
    allocatesNodeRanges: true,
    usesCloudAllocator: false,
    masks: [
      {
        name: '10.200.0.0/16 by --node-cidr-mask-size',
        clusterCidr: '10.200.0.0/16',
        prefix: 16,
        mask: 25,
        flag: '--node-cidr-mask-size',
        nodes: 512,
      },
    ],
  })
})

test('lists every range with its purpose and what it is set aside for', async (t) => {
  const addresses =
    '[{"ifname":"eth0","addr_info":[{"family":"inet","local":"192.0.2.7","prefixlen":24,"scope":"global"}]}]'
  const facts = await collect(
    probeOf({'/etc/kubernetes/kubeadm-config.yaml': kubeadm}, [
      {argv: ['ip', '-j', 'addr'], exitCode: 0, stdout: addresses, stderr: ''},
    ]),
  )
  const ranges = (plain(facts.ranges) as readonly Readonly<Record<string, unknown>>[]).map(
    ({purpose, declaredAs, network, space}) => [purpose, declaredAs, network, space],
  )
  t.deepEqual(ranges, [
    ['pods', 'kubeadm podSubnet', '10.244.0.0/16', 'private'],
    ['pods', 'kubeadm podSubnet', 'fd00:1::/56', 'private'],
    ['services', 'kubeadm serviceSubnet', '10.96.0.0/12', 'private'],
    ['node', 'eth0', '192.0.2.0/24', 'documentation'],
  ])
})

test('lists of k3s hold both families, and extra arguments of kubeadm keep their lines', async (t) => {
  const server = '[Service]\nExecStart=/usr/local/bin/k3s server\n'
  const k3s = await collect(
    probeOf({
      '/etc/systemd/system/k3s.service': server,
      '/etc/rancher/k3s/config.yaml':
        'cluster-cidr: [10.42.0.0/16, "fd00:42::/56"]\nservice-cidr: [10.43.0.0/16, "fd00:43::/112"]\nnode-ip: [192.0.2.5, "2001:db8::5"]\n',
    }),
  )
  t.is(k3s.nodeFamily instanceof Unknown ? 0 : bare(k3s.nodeFamily), 4)
  t.true((plain(k3s.declarations) as {agrees: boolean}[]).every(({agrees}) => agrees))
  const extra = `${kubeadm}controllerManager:\n  extraArgs:\n  - name: node-cidr-mask-size\n    value: "25"\n`
  const facts = await collect(probeOf({'/root/kubeadm.yaml': extra}))
  if (facts.controllerManager instanceof Absent || facts.controllerManager instanceof Unknown) return t.fail()
  const mask = facts.controllerManager.nodeMask
  t.deepEqual([bare(mask), sourceOf(mask)], ['25', {kind: 'file', path: '/root/kubeadm.yaml', line: 11}])
})

test('a mask that is set tells the range of a node before there is a network plugin', async (t) => {
  const ranges = async (mask: string) =>
    plain(
      (
        await collect(
          probeOf({
            '/etc/kubernetes/manifests/kube-controller-manager.yaml': manager.replace(...[/.*mask-size=25\n/, mask]),
          }),
        )
      ).nodeRanges,
    )
  t.like(await ranges('    - --node-cidr-mask-size=25\n'), [{cidr: '10.200.0.0/25', capacity: 125}])
  t.deepEqual(await ranges(''), [])
})
