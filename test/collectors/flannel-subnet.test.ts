import test from 'ava'
import {flannelSubnet} from '../../src/collectors/flannel-subnet.ts'
import {Absent, bare, sourceOf} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {'/usr/bin/kubelet': program, '/usr/bin/containerd': program}
const conflist = '{"name": "cbr0",\n"plugins": [\n{"type": "flannel", "subnetFile": "/run/flannel/a.env"}]}'

async function collect(files: Parameters<typeof probeOf>[0]) {
  const facts = await probeOf({...node, ...files}).fact(flannelSubnet)
  if (!('missing' in facts)) throw new Error('not collected')
  return facts
}

test('the plugin reads the file its configuration names', async (t) => {
  const facts = await collect({'/etc/cni/net.d/10-flannel.conflist': conflist})
  t.is(bare(facts.file), '/run/flannel/a.env')
  t.deepEqual(sourceOf(facts.isReadByPlugin), {kind: 'file', path: '/etc/cni/net.d/10-flannel.conflist', line: 3})
  t.false(bare(facts.exists))
})

for (const [text, missing] of [
  ['FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n', []],
  ['FLANNEL_NETWORK=10.1.0.0/16,10.2.0.0/16\nFLANNEL_IPV6_SUBNET=2001:db8::1/64\nFLANNEL_MTU=1\nFLANNEL_IPMASQ=\n', []],
  ['FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_MTU=big\n', ['FLANNEL_SUBNET', 'FLANNEL_MTU', 'FLANNEL_IPMASQ']],
  ['DOCKER_OPTS="--bip=10.244.1.1/24"\n', ['FLANNEL_NETWORK', 'FLANNEL_SUBNET', 'FLANNEL_MTU', 'FLANNEL_IPMASQ']],
] as const) {
  test(`missing from ${JSON.stringify(text)}: ${missing.join(' ')}`, async (t) => {
    const facts = await collect({'/etc/cni/net.d/10-flannel.conflist': conflist, '/run/flannel/a.env': text})
    t.deepEqual(bare(facts.missing), missing)
    t.is(bare(facts.hasDockerKeys), text.startsWith('DOCKER'))
  })
}

test('a unit that writes to the file itself is named with its line', async (t) => {
  const facts = await collect({
    '/run/flannel/subnet.env': 'FLANNEL_MTU=1450\n',
    '/etc/systemd/system/flanneld.service':
      '[Service]\nExecStart=/usr/bin/flanneld\nExecStartPost=/opt/mk-docker-opts.sh -i -d /var/run/flannel/subnet.env\n',
  })
  t.is(bare(facts.overwriter), 'flanneld.service')
  t.deepEqual(sourceOf(facts.overwriter), {kind: 'file', path: '/etc/systemd/system/flanneld.service', line: 3})
  t.false(bare(facts.isReadByPlugin))
})

test('without flannel there is no such fact', async (t) => {
  t.true((await probeOf(node).fact(flannelSubnet)) instanceof Absent)
})
