import test from 'ava'
import {overlay} from '../../src/collectors/overlay.ts'
import {Absent} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]
const weaveConf = {'/etc/cni/net.d/10-weave.conf': '{"name": "weave", "type": "weave-net"}'}

async function collected(files: Files): Promise<Readonly<Record<string, unknown>>> {
  return plain(await overlay.collect(probeOf(files))) as Readonly<Record<string, unknown>>
}

test('is absent on a host without a network plugin', async (t) => {
  t.true((await overlay.collect(probeOf({}))) instanceof Absent)
})

test('reads the subnet file flannel wrote', async (t) => {
  const facts = await collected({
    '/etc/cni/net.d/10-flannel.conflist': '{"name": "cbr0", "plugins": [{"type": "flannel"}, {"type": "portmap"}]}',
    '/run/flannel/subnet.env':
      'FLANNEL_NETWORK=10.200.0.0/16\nFLANNEL_SUBNET=10.200.3.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=false\n',
  })
  t.like(facts, {plugin: 'flannel', network: '10.200.0.0/16', rangeBasis: 'set', subnet: '10.200.3.1/24'})
  t.like(facts, {masquerades: false, mtuBytes: 1450})
})

test('takes the range of a weave router that names none for its default', async (t) => {
  const running = {'/proc/9/comm': 'weaver\n', '/proc/9/cmdline': '/home/weave/weaver\0--port=6783\0'}
  t.like(await collected({...weaveConf, ...running}), {network: '10.32.0.0/12', rangeBasis: 'default'})
  t.like(await collected(weaveConf), {plugin: 'weave', network: '10.32.0.0/12', rangeBasis: 'assumed'})
})

test('knows what k3s and RKE2 bring, and takes the second of two where Multus is the first', async (t) => {
  t.like(await collected({'/etc/rancher/k3s/config.yaml': 'cluster-cidr: 10.99.0.0/16\n'}), {
    plugin: 'flannel',
    network: '10.99.0.0/16',
    backend: 'vxlan',
  })
  t.like(await collected({'/etc/rancher/rke2/config.yaml': 'cni: multus,calico\n'}), {plugin: 'calico'})
  t.true(
    (await overlay.collect(probeOf({'/etc/rancher/k3s/config.yaml': 'flannel-backend: none\n'}))) instanceof Absent,
  )
})

test('looks through Multus at the network behind it', async (t) => {
  const multus = '{"name": "multus", "type": "multus", "delegates": [{"type": "weave-net"}]}'
  t.like(await collected({'/etc/cni/net.d/00-multus.conf': multus}), {plugin: 'weave'})
  const flannel = '{"name": "cbr0", "plugins": [{"type": "flannel"}]}'
  const both = {'/etc/cni/net.d/00-multus.conf': multus, '/etc/cni/net.d/10-flannel.conflist': flannel}
  t.like(await collected(both), {plugin: 'flannel'})
})

test('what the user says wins over what the host shows', async (t) => {
  const host = {
    ...weaveConf,
    '/etc/node-preflight/config.yaml': 'cluster:\n  networkPlugin: calico\n',
  }
  t.like(await collected(host), {plugin: 'calico'})
})

test('reads Calico’s pools, back end and masquerading from its agent', async (t) => {
  const facts = await collected({
    '/etc/cni/net.d/10-calico.conflist': '{"name": "k8s-pod-network", "plugins": [{"type": "calico"}]}',
    '/proc/9/comm': 'calico-node\n',
    '/proc/9/cmdline': 'calico-node\0-felix\0',
    '/proc/9/environ':
      'CALICO_IPV4POOL_CIDR=10.5.0.0/16\0CALICO_IPV4POOL_IPIP=Never\0CALICO_IPV4POOL_VXLAN=Always\0CALICO_IPV4POOL_NAT_OUTGOING=false\0',
  })
  t.like(facts, {networks: ['10.5.0.0/16'], rangeBasis: 'set', backend: 'vxlan', masquerades: false})
})

test('reads Cilium’s settings from the config map its pod has mounted', async (t) => {
  const volume = '/var/lib/kubelet/pods/1a/volumes/kubernetes.io~configmap/cilium-config-path'
  const facts = await collected({
    '/etc/cni/net.d/05-cilium.conflist': '{"name": "cilium", "plugins": [{"type": "cilium-cni"}]}',
    [`${volume}/ipam`]: 'cluster-pool\n',
    [`${volume}/cluster-pool-ipv4-cidr`]: '10.217.0.0/16\n',
    [`${volume}/enable-ipv4-masquerade`]: 'false',
    [`${volume}/routing-mode`]: 'native',
  })
  t.like(facts, {networks: ['10.217.0.0/16'], rangeBasis: 'set', masquerades: false, backend: 'native'})
})
