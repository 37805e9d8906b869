import test from 'ava'
import {cniFileAt} from '../../src/evaluators/cni-files.ts'
import {clusterNetworkFile, podNetworkAt} from '../../src/evaluators/cni-pod-network.ts'
import {probeOf} from './probe-of.ts'

const own = '/etc/cni/net.d/00-multus.conf'
const calico = '{"name": "k8s-pod-network", "plugins": [{"type": "calico"}, {"type": "portmap"}]}'
const multus = (options: object, type = 'multus') => JSON.stringify({name: 'multus-cni-network', type, ...options})
const files = (config: string) => ({[own]: config, '/etc/cni/net.d/10-calico.conflist': calico})

for (const [what, config, path, name, types] of [
  [
    'a list it carries',
    multus({delegates: [{name: 'cbr0', plugins: [{type: 'flannel'}, {type: 'portmap'}]}, {type: 'sriov'}]}),
    own,
    'cbr0',
    ['flannel', 'portmap'],
  ],
  ['a plugin it carries', multus({delegates: [{name: 'a', type: 'flannel'}]}), own, 'a', ['flannel']],
  [
    'a file by the path in its container',
    multus({clusterNetwork: '/host/etc/cni/net.d/10-calico.conflist'}, 'multus-shim'),
    '/etc/cni/net.d/10-calico.conflist',
    'k8s-pod-network',
    ['calico', 'portmap'],
  ],
  [
    'a network by its name',
    multus({clusterNetwork: 'k8s-pod-network'}),
    '/etc/cni/net.d/10-calico.conflist',
    'k8s-pod-network',
    ['calico', 'portmap'],
  ],
  [
    'the first file beside it',
    multus({}, 'multus-shim'),
    '/etc/cni/net.d/10-calico.conflist',
    'k8s-pod-network',
    ['calico', 'portmap'],
  ],
  [
    'a network that the cluster keeps',
    multus({clusterNetwork: 'default/macvlan'}, 'multus'),
    own,
    'multus-cni-network',
    ['multus'],
  ],
] as const) {
  test(`multus hands pods on to ${what}`, async (t) => {
    const network = await podNetworkAt(probeOf(files(config)), own)
    t.is(network?.path, path)
    t.is(network?.name, name)
    t.deepEqual(
      network?.plugins.map(({type}) => type?.value),
      [...types],
    )
  })
}

test('another configuration stands for itself, and hands nothing on', async (t) => {
  const probe = probeOf(files(multus({})))
  const path = '/etc/cni/net.d/10-calico.conflist'
  t.is((await podNetworkAt(probe, path))?.name, 'k8s-pod-network')
  const file = await cniFileAt(probe, path)
  t.is(file && (await clusterNetworkFile(probe, file)), undefined)
  t.is(await podNetworkAt(probe, '/etc/cni/net.d/gone.conf'), undefined)
})
