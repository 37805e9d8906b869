import test from 'ava'
import {hostLocal} from '../../src/collectors/host-local.ts'
import {Absent, bare, type Leaf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {'/usr/bin/kubelet': program, '/usr/bin/containerd': program}

async function collect(conf: string, files: Parameters<typeof probeOf>[0] = {}) {
  const facts = await probeOf({...node, '/etc/cni/net.d/10-a.conf': conf, ...files}).fact(hostLocal)
  if (!('ranges' in facts)) throw new Error('not collected')
  return facts
}

function records(list: Leaf<readonly unknown[]>, ...keys: readonly string[]): readonly unknown[] {
  return (bare(list) ?? []).map((item) =>
    keys.map((key) => bare((item as Readonly<Record<string, Leaf<unknown>>>)[key] ?? '')),
  )
}

const conf = (ipam: string) => `{"name": "a", "type": "bridge", "ipam": {"type": "host-local", ${ipam}}}`

test('each range with the addresses it has for pods and those that are given', async (t) => {
  const facts = await collect(
    conf('"ranges": [[{"subnet": "10.1.0.0/24"}], [{"subnet": "2001:db8::/126", "gateway": "2001:db8::3"}]]'),
    {
      '/var/lib/cni/networks/a/10.1.0.2': 'c0ffee',
      '/var/lib/cni/networks/a/2001:db8::1': 'c0ffee',
      '/var/lib/cni/networks/a/10.9.0.1': 'c0ffee',
      '/var/lib/cni/networks/a/lock': '',
      '/var/lib/cni/networks/a/last_reserved_ip.0': '10.1.0.2',
    },
  )
  t.deepEqual(records(facts.ranges, 'name', 'capacity', 'taken'), [
    ['a 10.1.0.0/24', 253, 1],
    ['a 2001:db8::/126', 2, 1],
  ])
})

test('the ranges of a set together; addresses beside what is handed out count for nothing', async (t) => {
  const facts = await collect(
    conf(
      '"ranges": [[{"subnet": "10.1.0.0/29"}, {"subnet": "10.2.0.0/24", "rangeStart": "10.2.0.10", "rangeEnd": "10.2.0.12"}]]',
    ),
    {'/var/lib/cni/networks/a/10.1.0.2': 'c0ffee', '/var/lib/cni/networks/a/10.2.0.99': 'c0ffee'},
  )
  t.deepEqual(records(facts.ranges, 'name', 'capacity', 'taken'), [['a 10.1.0.0/29 and 10.2.0.0/24', 8, 1]])
})

test('the directory may be set; leases of containers that are there are not abandoned', async (t) => {
  const facts = await collect(conf('"dataDir": "/run/ipam", "subnet": "10.1.0.0/24"'), {
    '/run/ipam/a/10.1.0.2': 'aaaaaaaaaaaa\r\neth0',
    '/run/ipam/a/10.1.0.3': 'bbbbbbbbbbbb\neth0',
    '/run/ipam/a/10.1.0.4': 'cccccccccccc',
    '/run/containers/storage/overlay-containers/aaaaaaaaaaaa': {directory: true},
    '/proc/700/cmdline': '/usr/bin/conmon\0-b\0/run\0-c\0cccccccccccc\0',
  })
  t.deepEqual(records(facts.networks, 'directory', 'leases', 'abandoned'), [['/run/ipam/a', 3, 1]])
})

test('without a sign of any pod nothing is called abandoned; Calico decides usePodCidr', async (t) => {
  const facts = await collect(conf('"subnet": "usePodCidr"'), {'/var/lib/cni/networks/a/10.1.0.2': 'c0ffee'})
  t.deepEqual(bare(facts.ranges), [])
  const [network] = bare(facts.networks) as readonly {readonly abandoned: Leaf<number>}[]
  t.true(network?.abandoned instanceof Unknown)
})

test('a network with other addressing has no such fact', async (t) => {
  const files = {...node, '/etc/cni/net.d/10-a.conf': '{"name": "a", "type": "macvlan", "ipam": {"type": "dhcp"}}'}
  t.true((await probeOf(files).fact(hostLocal)) instanceof Absent)
})
