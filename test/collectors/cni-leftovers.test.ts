import test from 'ava'
import {cniLeftovers} from '../../src/collectors/cni-leftovers.ts'
import {bare, type Leaf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {'/usr/bin/kubelet': program, '/usr/bin/containerd': program, '/proc/1/cmdline': '/sbin/init\0'}
const answer = (argv: readonly string[], stdout: string) => ({argv, exitCode: 0, stdout, stderr: ''})
const links = (...names: readonly string[]) =>
  answer(['ip', '-j', 'addr'], JSON.stringify(names.map((ifname) => ({ifname, addr_info: []}))))
const rules = answer(
  ['iptables-save'],
  '*nat\n:WEAVE - [0:0]\n:cali-a - [0:0]\nCOMMIT\n*filter\n:cali-b - [0:0]\nCOMMIT\n',
)

async function collect(files: Parameters<typeof probeOf>[0], ...names: readonly string[]) {
  const facts = await probeOf({...node, ...files}, [links(...names), rules]).fact(cniLeftovers)
  if (!('devices' in facts)) throw new Error('not collected')
  return facts
}

function records(list: Leaf<readonly unknown[]>, ...keys: readonly string[]): readonly unknown[] {
  return (bare(list) ?? []).map((item) =>
    keys.map((key) => bare((item as Readonly<Record<string, Leaf<unknown>>>)[key] ?? '')),
  )
}

test('what belongs to the configuration in use, to an agent that runs, and to neither', async (t) => {
  const facts = await collect(
    {
      '/etc/cni/net.d/10-flannel.conflist': '{"name": "cbr0", "plugins": [{"type": "flannel"}]}',
      '/proc/800/cmdline': 'calico-node\0-felix\0',
      '/var/lib/weave/weave-netdata.db': '',
      '/var/lib/calico': {directory: true},
      '/var/lib/cni/networks/cbr0/10.244.1.2': 'c0ffee',
      '/var/lib/cni/networks/gone/10.9.0.2': 'c0ffee',
    },
    'eth0',
    'flannel.1',
    'cni0',
    'vxlan.calico',
    'tunl0',
    'weave',
  )
  t.deepEqual(records(facts.devices, 'name', 'network', 'isInUse'), [
    ['flannel.1', 'flannel', true],
    ['cni0', 'bridge', true],
    ['vxlan.calico', 'calico', true],
    ['weave', 'weave', false],
  ])
  t.deepEqual(records(facts.chains, 'name', 'example', 'count', 'isInUse'), [
    ['calico', 'cali-a in nat', '2 chains', true],
    ['weave', 'WEAVE in nat', 'one chain', false],
  ])
  t.deepEqual(records(facts.directories, 'name', 'isInUse'), [
    ['/var/lib/weave', false],
    ['/var/lib/cni/networks/cbr0', true],
    ['/var/lib/cni/networks/gone', false],
  ])
})

test('multus: the networks of all files are in use; a chained Cilium is too', async (t) => {
  const multus = await collect(
    {
      '/etc/cni/net.d/00-multus.conf': '{"name": "m", "type": "multus"}',
      '/etc/cni/net.d/10-weave.conflist': '{"name": "weave", "plugins": [{"type": "weave-net"}]}',
    },
    'weave',
  )
  t.deepEqual(records(multus.devices, 'isInUse'), [[true]])
  const chained = {
    '/etc/cni/net.d/05-cilium.conflist':
      '{"name": "aws-cni", "plugins": [{"type": "aws-cni"}, {"type": "cilium-cni"}]}',
  }
  t.deepEqual(records((await collect(chained, 'cilium_host')).devices, 'isInUse'), [[true]])
})

test('a leftover device does not vouch for its own network', async (t) => {
  t.deepEqual(records((await collect({}, 'flannel.1')).devices, 'isInUse'), [[false]])
})

test('without rights to list rules nothing is claimed about them', async (t) => {
  const denied = {argv: ['iptables-save'], exitCode: 4, stdout: '', stderr: 'Permission denied (you must be root)'}
  const facts = await probeOf(node, [links(), denied]).fact(cniLeftovers)
  t.true('chains' in facts && facts.chains instanceof Unknown)
})

test('a configuration that cannot be read, and networks that only the cluster knows, leave it open', async (t) => {
  const broken = await collect({
    '/etc/cni/net.d/10-flannel.conflist': '{"name": "cbr0",}',
    '/run/flannel/subnet.env': 'FLANNEL_MTU=1450\n',
  })
  t.true(
    records(broken.chains, 'isInUse')
      .flat()
      .every((isInUse) => isInUse === undefined),
  )
  const multus = await collect({
    '/etc/cni/net.d/00-multus.conf':
      '{"name": "m", "type": "multus", "delegates": [{"name": "cbr0", "type": "flannel"}]}',
    '/var/lib/cni/networks/macvlan-conf/192.168.1.200': 'c0ffee',
  })
  t.deepEqual(records(multus.directories, 'name', 'isInUse'), [['/var/lib/cni/networks/macvlan-conf', undefined]])
})
