import {existsSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import test from 'ava'
import {bridge, flannelLinks, type IpCommand, NetworkLab, oneInterface} from './network-lab.ts'

/** What the executable says of one rule. */
interface Finding {
  readonly rule: string
  readonly outcome: string
  readonly message: string
}

/** A node's network, what the user says of the cluster, and which ranges must be told to meet what. */
interface State {
  readonly title: string
  readonly links: readonly IpCommand[]
  readonly plugin: string
  readonly pods: string
  readonly services: string
  readonly expected: readonly (readonly [rule: string, part: string])[]
  /** Addresses of pods or services, and the interface the kernel sends them to. */
  readonly kernel?: Readonly<Record<string, string>>
}

const executable = fileURLToPath(new URL('../../dist/node-preflight', import.meta.url))
const watched = ['cluster-range-overlaps-node-network', 'cluster-range-overlaps-route', 'weave-range-overlaps-route']
const node = 'cluster-range-overlaps-node-network'
const route = 'cluster-range-overlaps-route'
const usual = {plugin: 'flannel', pods: '10.244.0.0/16', services: '10.96.0.0/12'}

const states: readonly State[] = [
  {
    ...usual,
    title: 'flannel, Docker and the interfaces of services lie in cluster ranges rightly',
    links: [
      ...oneInterface,
      ...flannelLinks,
      ...bridge('docker0', '172.17.0.1/16'),
      ...bridge('kube-ipvs0', '10.96.0.1/32', '10.96.0.10/32'),
      ...bridge('nodelocaldns', '169.254.20.10/32', '10.96.0.10/32'),
    ],
    expected: [],
    kernel: {'10.244.1.7': 'cni0', '10.244.2.7': 'flannel.1'},
  },
  {
    ...usual,
    title: 'Docker’s bridge and another manager’s in a cluster range are not the node’s network',
    links: [...oneInterface, ...bridge('docker0', '10.244.77.1/24'), ...bridge('cni-podman0', '10.244.88.1/24')],
    expected: [[route, '10.244.88.0/24']],
  },
  {
    ...usual,
    title: 'a second interface inside the service range',
    links: [...oneInterface, ...bridge('eth1', '10.96.5.2/24')],
    expected: [[node, 'eth1, 10.96.5.2/24']],
    kernel: {'10.96.5.9': 'eth1'},
  },
  {
    ...usual,
    title: 'a gateway inside the service range that no interface network holds',
    links: [...oneInterface.slice(0, 4), 'route add 10.97.0.1/32 dev eth0', 'route add default via 10.97.0.1 dev eth0'],
    expected: [
      [node, 'the default gateway, 10.97.0.1'],
      [route, '10.97.0.1/32'],
    ],
    kernel: {'10.97.0.1': 'eth0'},
  },
  {
    ...usual,
    title: 'a VPN that routes all of 10.0.0.0/8 by a rule and a table of its own',
    links: [
      ...oneInterface,
      'link add wg0 type veth peer name cable1',
      'link set wg0 up',
      'route add 10.0.0.0/8 dev wg0 table 51820',
      'rule add not fwmark 0x1 table 51820',
    ],
    expected: [
      [route, '10.0.0.0/8 dev wg0 table 51820'],
      [route, '10.0.0.0/8 dev wg0 table 51820'],
    ],
    kernel: {'10.244.9.9': 'wg0', '10.96.0.1': 'wg0'},
  },
  {
    ...usual,
    title: 'a blackhole that Calico left in the range of flannel',
    links: [...oneInterface, 'route add blackhole 10.244.139.128/26 proto 80'],
    expected: [[route, '10.244.139.128/26 blackhole']],
    kernel: {'10.244.139.130': 'RTNETLINK answers: Invalid argument'},
  },
  {
    ...usual,
    plugin: 'calico',
    title: 'Calico’s own blackhole, tunnel and routes without encapsulation',
    links: [
      ...oneInterface,
      ...bridge('cali0123456789a'),
      ...bridge('vxlan.calico', '10.244.139.128/32'),
      'route add blackhole 10.244.139.128/26 proto bird',
      'route add 10.244.139.130/32 dev cali0123456789a',
      'route add 10.244.8.0/26 via 192.168.50.12 proto bird',
    ],
    expected: [],
    kernel: {'10.244.139.130': 'cali0123456789a', '10.244.8.9': 'eth0'},
  },
  {
    ...usual,
    title: 'a VPN in two halves is a default route',
    links: [
      ...oneInterface,
      ...bridge('tun0', '10.8.0.2/24'),
      'route add 0.0.0.0/1 dev tun0',
      'route add 128.0.0.0/1 dev tun0',
    ],
    expected: [],
  },
  {
    plugin: 'cilium',
    pods: 'fd00:1::/56',
    services: 'fd00:2::/112',
    title: 'an interface of the second family inside the pod range',
    links: [...oneInterface, 'addr add fd00:1:0:5::1/64 dev eth0 nodad'],
    expected: [[node, 'eth0, fd00:1:0:5::1/64']],
    kernel: {'fd00:1:0:5::9': 'eth0'},
  },
  {
    ...usual,
    plugin: 'weave',
    pods: '10.32.0.0/12',
    title: 'the node’s network inside Weave’s range, beside Weave’s own route',
    links: [
      'link add eth0 type veth peer name cable0',
      'link set eth0 up',
      'addr add 10.40.3.11/24 dev eth0',
      ...bridge('weave', '10.32.0.1/12'),
    ],
    expected: [
      [node, 'eth0, 10.40.3.11/24'],
      ['weave-range-overlaps-route', '10.40.3.0/24 dev eth0'],
    ],
    kernel: {'10.40.3.99': 'eth0', '10.33.0.1': 'weave'},
  },
  {
    ...usual,
    plugin: 'weave',
    pods: '10.32.0.0/12',
    title: 'only Weave’s own route, and another table that Weave does not look at',
    links: [...oneInterface, ...bridge('weave', '10.32.0.1/12'), 'route add 10.32.0.0/12 dev eth0 table 50'],
    expected: [],
  },
]

test.before('the executable is built', () => {
  if (!existsSync(executable)) throw new Error('dist/node-preflight is missing: run npm run build')
})

for (const state of states) {
  test.serial(state.title, (t) => {
    const lab = new NetworkLab('npf-ranges')
    try {
      lab.ip(state.links)
      const failing = check(lab, state).filter(({outcome}) => outcome === 'fail')
      t.deepEqual(failing.map(({rule}) => rule).sort(), state.expected.map(([rule]) => rule).sort())
      for (const [rule, part] of state.expected) {
        t.true(
          failing.some((finding) => finding.rule === rule && finding.message.includes(part)),
          `${rule} must name ${part}: ${failing.map(({message}) => message).join('; ')}`,
        )
      }
      for (const [address, device] of Object.entries(state.kernel ?? {})) t.is(lab.deviceFor(address), device, address)
    } finally {
      lab.remove()
    }
  })
}

test.serial('the routes and addresses are those that ip shows, of every table', (t) => {
  const lab = new NetworkLab('npf-ranges')
  try {
    lab.ip([
      ...oneInterface,
      ...flannelLinks,
      'route add 10.0.0.0/8 via 192.168.50.1 table 200',
      'route add unreachable 10.9.0.0/16',
    ])
    const routes = leaves(lab, 'routes').filter(({fact}) => fact.endsWith('.name'))
    t.deepEqual(
      routes
        .map(({value}) => value)
        .filter((name) => !String(name).includes(':'))
        .sort(),
      [
        '0.0.0.0/0 via 192.168.50.1 dev eth0',
        '10.0.0.0/8 via 192.168.50.1 dev eth0',
        '10.244.1.0/24 dev cni0',
        '10.244.2.0/24 via 10.244.2.0 dev flannel.1',
        '10.9.0.0/16 unreachable',
        '192.168.50.0/24 dev eth0',
      ],
    )
    const running = leaves(lab, 'addresses').filter(({fact}) => /running\[\d+\]\.(address|owner)$/.test(fact))
    t.deepEqual(
      running.map(({value}) => value),
      ['192.168.50.11/24', 'host', '10.244.1.0/32', 'cni', '10.244.1.1/24', 'cni'],
    )
  } finally {
    lab.remove()
  }
})

function check(lab: NetworkLab, {plugin, pods, services}: State): readonly Finding[] {
  const told = ['--network-plugin', plugin, '--pod-cidr', pods, '--service-cidr', services]
  const args = ['check', '--phase', 'bootstrap', '--only', watched.join(','), ...told, '-o', 'json']
  const {status, stdout, stderr} = lab.run(executable, args)
  if (status === null || status === 2 || status > 3) throw new Error(stderr)
  return (JSON.parse(stdout) as {findings: readonly Finding[]}).findings
}

function leaves(lab: NetworkLab, fact: string): readonly {readonly fact: string; readonly value: unknown}[] {
  const {status, stdout, stderr} = lab.run(executable, ['facts', fact, '--json'])
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
