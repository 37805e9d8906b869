import test from 'ava'
import {fleetMember} from '../../src/check/fleet-member.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

const member = (files: Record<string, string>) => {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
    unlisted: 'absent',
    files,
    commands: [],
  })
  return fleetMember('node-1', host, new FactStore(collectors, host))
}

const flannel = {'/etc/cni/net.d/10-flannel.conflist': '{"name": "cbr0", "plugins": [{"type": "flannel"}]}'}
const manager = {
  '/etc/kubernetes/manifests/kube-controller-manager.yaml':
    'kind: Pod\nspec:\n  containers:\n  - name: kube-controller-manager\n    command:\n    - kube-controller-manager\n    - --allocate-node-cidrs=true\n    - --cluster-cidr=10.244.0.0/16\n',
}

test('a range that a node has is compared, one that it is to get is not', async (t) => {
  const lease = {'/run/flannel/subnet.env': 'FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.3.1/24\n'}
  t.deepEqual((await member({...flannel, ...manager, ...lease})).nodeRanges, ['10.244.3.0/24'])
  t.deepEqual((await member({...flannel, ...manager})).nodeRanges, [])
  const server = {'/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n'}
  t.deepEqual((await member(server)).nodeRanges, [])
})

test('a domain is the same with a dot at its end and in capitals', async (t) => {
  const dns = async (domain: string) => {
    const config = `kind: KubeletConfiguration\nclusterDNS: [10.96.0.10]\nclusterDomain: ${domain}\n`
    const unit = '[Service]\nExecStart=/usr/bin/kubelet --config=/var/lib/kubelet/config.yaml\n'
    const {told} = await member({
      '/usr/lib/systemd/system/kubelet.service': unit,
      '/usr/bin/kubelet': '',
      '/var/lib/kubelet/config.yaml': config,
    })
    return told.dnsSettings
  }
  t.deepEqual(await dns('cluster.local'), {value: '10.96.0.10 cluster.local'})
  t.deepEqual(await dns('Cluster.Local.'), await dns('cluster.local'))
  t.notDeepEqual(await dns('other.local'), await dns('cluster.local'))
})
