import test from 'ava'
import {addonVariables} from '../../src/evaluators/addon-environment.ts'
import {addonManifests} from '../../src/evaluators/addon-manifests.ts'
import {flannelNetConf, netConfText} from '../../src/evaluators/flannel-net-conf.ts'
import {loadBalancerPools} from '../../src/evaluators/load-balancer-pools.ts'
import {probeOf} from './probe-of.ts'

const calico = `# of kubespray
---
apiVersion: v1
kind: ConfigMap
---
kind: DaemonSet
spec:
  template:
    spec:
      containers:
      - name: calico-node
        env:
        - name: CALICO_IPV4POOL_CIDR
          value: "10.233.64.0/18"
`

test('keeps the lines of the file whatever document a value stands in', async (t) => {
  const probe = probeOf({'/etc/kubernetes/calico-node.yml': calico})
  const [pool] = addonVariables(await probe.once(addonManifests), 'CALICO_IPV4POOL_CIDR')
  t.is(pool?.value, '10.233.64.0/18')
  t.deepEqual(pool?.source, {kind: 'file', path: '/etc/kubernetes/calico-node.yml', line: 14})
})

test('counts the lines of a configuration inside a manifest from its file', async (t) => {
  const flannel = `kind: ConfigMap
data:
  cni-conf.json: |
    {}
  net-conf.json: |
    {
      "Network": "10.244.0.0/16",
      "Backend": {"Type": "vxlan"}
    }
`
  const found = await probeOf({'/etc/kubernetes/addons/flannel/kube-flannel.yml': flannel}).once(
    flannelNetConf,
    '/none',
  )
  const network = found && netConfText(found, 'Network')
  t.is(network?.value, '10.244.0.0/16')
  t.like(network?.source, {path: '/etc/kubernetes/addons/flannel/kube-flannel.yml', line: 7})
})

test('reads pools as blocks and as pairs of addresses, of old and new objects', async (t) => {
  const metal = 'kind: IPAddressPool\nspec:\n  addresses: [10.0.0.240-10.0.0.250, 192.168.9.0/28]\n'
  const old =
    'kind: ConfigMap\ndata:\n  config: |\n    address-pools:\n    - addresses:\n      - 172.16.0.10-172.16.0.10\n'
  const pools = await loadBalancerPools(probeOf({'/etc/kubernetes/metal.yaml': `${metal}---\n${old}`}))
  t.deepEqual(
    pools.map(({text, cidr, source}) => [text, cidr.last - cidr.first + 1n, source && 'line' in source && source.line]),
    [
      ['10.0.0.240-10.0.0.250', 11n, 3],
      ['192.168.9.0/28', 16n, 3],
      ['172.16.0.10-172.16.0.10', 1n, 10],
    ],
  )
})
