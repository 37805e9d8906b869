import test from 'ava'
import {cniBridge} from '../../src/collectors/cni-bridge.ts'
import {Absent, bare, type Leaf} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {'/usr/bin/kubelet': program, '/usr/bin/containerd': program}

function linkOf(name: string, ...addresses: readonly string[]) {
  const info = addresses.map((address) => {
    const family = address.includes(':') ? 'inet6' : 'inet'
    return {
      family,
      local: address,
      prefixlen: family === 'inet' ? 24 : 64,
      scope: address.startsWith('fe80') ? 'link' : 'global',
    }
  })
  return [
    {argv: ['ip', '-j', 'addr'], exitCode: 0, stdout: JSON.stringify([{ifname: name, addr_info: info}]), stderr: ''},
  ]
}

const bridge = (options: string) =>
  `{"name": "a", "type": "bridge", ${options} "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.1.0.0/24"}], [{"subnet": "2001:db8::/64"}]]}}`

for (const [options, link, expected] of [
  [
    '"isGateway": true,',
    linkOf('cni0', '10.1.0.1', '10.7.0.1', 'fe80::1'),
    [['10.1.0.0/24', '10.1.0.1/24, 10.7.0.1/24', true]],
  ],
  ['"isGateway": true,', linkOf('cni0', '10.7.0.1', '10.1.0.1'), [['10.1.0.0/24', '10.7.0.1/24, 10.1.0.1/24', false]]],
  ['"isDefaultGateway": true, "bridge": "br0",', linkOf('br0', '10.7.0.1'), [['10.1.0.0/24', '10.7.0.1/24', false]]],
  ['"isGateway": true,', linkOf('cni0', '2001:db8::1'), [['2001:db8::/64', '2001:db8::1/64', true]]],
  ['"isGateway": true,', linkOf('cni0', '2001:db8:1::1'), [['2001:db8::/64', '2001:db8:1::1/64', true]]],
  ['"isGateway": true,', linkOf('cni0', '2001:db8::5'), [['2001:db8::/64', '2001:db8::5/64', false]]],
] as const) {
  test(`${options} ${expected[0][1]}`, async (t) => {
    const facts = await probeOf({...node, '/etc/cni/net.d/10-a.conf': bridge(options)}, link).fact(cniBridge)
    if (!('gateways' in facts)) throw new Error('not collected')
    const gateways = bare(facts.gateways) as readonly Readonly<Record<string, Leaf<unknown>>>[]
    t.deepEqual(
      gateways.map(({name = '', addresses = '', isSet = ''}) => [bare(name), bare(addresses), bare(isSet)]),
      expected,
    )
  })
}

test('a bridge without a gateway, and one that is not there yet, have nothing to compare', async (t) => {
  const files = (options: string) => ({...node, '/etc/cni/net.d/10-a.conf': bridge(options)})
  t.true((await probeOf(files(''), linkOf('cni0', '10.7.0.1')).fact(cniBridge)) instanceof Absent)
  t.true((await probeOf(files('"isGateway": true,'), linkOf('eth0', '10.7.0.1')).fact(cniBridge)) instanceof Absent)
  const forced = files('"isGateway": true, "forceAddress": true,')
  t.true((await probeOf(forced, linkOf('cni0', '10.7.0.1')).fact(cniBridge)) instanceof Absent)
})
