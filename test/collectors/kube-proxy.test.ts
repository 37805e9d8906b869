import test from 'ava'
import {kubeProxy} from '../../src/collectors/kube-proxy.ts'
import {Absent} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const collected = async (files: Parameters<typeof probeOf>[0]) => plain(await kubeProxy.collect(probeOf(files)))

test('is absent where nothing shows its configuration', async (t) => {
  t.true((await kubeProxy.collect(probeOf({}))) instanceof Absent)
})

test('reads the flags of a unit', async (t) => {
  const facts = await collected({
    '/etc/systemd/system/kube-proxy.service':
      '[Service]\nExecStart=/usr/bin/kube-proxy --cluster-cidr=10.1.0.0/16 --masquerade-all=true\n',
  })
  t.deepEqual(facts, {
    clusterCidrs: ['10.1.0.0/16'],
    clusterFamily: 4,
    detectLocalMode: 'ClusterCIDR',
    masqueradesAll: true,
  })
})

test('reads the configuration that its pod has mounted', async (t) => {
  const volume = '/var/lib/kubelet/pods/1f0/volumes/kubernetes.io~configmap/kube-proxy'
  const facts = await collected({
    [`${volume}/config.conf`]: 'kind: KubeProxyConfiguration\nclusterCIDR: ""\ndetectLocalMode: NodeCIDR\n',
  })
  t.like(facts, {clusterCidrs: [], clusterFamily: 0, detectLocalMode: 'NodeCIDR'})
})

test('counts on kubeadm to fill the range from the pod subnet', async (t) => {
  const text =
    'kind: ClusterConfiguration\nnetworking:\n  podSubnet: fd00::/56\n---\nkind: KubeProxyConfiguration\nmode: ipvs\n'
  t.like(await collected({'/etc/kubernetes/kubeadm-config.yaml': text}), {
    clusterCidrs: ['fd00::/56'],
    clusterFamily: 6,
  })
})
