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
