import test from 'ava'
import {cniNetworks, networkOf} from '../../src/evaluators/cni-networks.ts'

for (const [file, types, network] of [
  ['10-flannel.conflist', ['flannel', 'portmap'], 'flannel'],
  ['10-canal.conflist', ['calico', 'portmap', 'bandwidth'], 'canal'],
  ['10-calico.conflist', ['calico', 'bandwidth', 'portmap'], 'calico'],
  ['05-cilium.conflist', ['cilium-cni'], 'cilium'],
  ['05-cilium.conflist', ['aws-cni', 'portmap', 'cilium-cni'], 'aws-vpc-cni'],
  ['10-weave.conf', ['weave-net'], 'weave'],
  ['10-kuberouter.conflist', ['bridge', 'portmap'], 'kube-router'],
  ['10-antrea.conflist', ['antrea', 'portmap', 'bandwidth'], 'antrea'],
  ['10-aws.conflist', ['aws-cni', 'egress-cni', 'portmap'], 'aws-vpc-cni'],
  ['10-kindnet.conflist', ['ptp', 'portmap'], 'kindnet'],
  ['00-multus.conf', ['multus'], 'meta'],
  ['10-calico.conflist', ['calico', 'istio-cni'], 'calico'],
  ['87-podman-bridge.conflist', ['bridge', 'portmap'], 'bridge'],
  ['10-azure.conflist', ['azure-vnet', 'portmap'], 'other'],
] as const) {
  test(`${file} with ${types.join(', ')} is ${network}`, (t) => t.is(networkOf(file, types), network))
}

test('a network that is known by its types needs them on disk', (t) => {
  for (const {name, types, needs} of cniNetworks)
    t.deepEqual(
      types.filter((type) => !needs.includes(type)),
      [],
      name,
    )
})
