import test from 'ava'
import {rangesOf} from '../../src/check/ranges.ts'
import {cluster} from '../../src/collectors/cluster.ts'
import {FactStore} from '../../src/facts/store.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

const kubeadm = 'kind: ClusterConfiguration\nnetworking:\n  podSubnet: 10.244.0.0/16,nonsense\n'

const store = () => {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
    unlisted: 'absent',
    files: {'/etc/kubernetes/kubeadm-config.yaml': kubeadm},
  })
  return new FactStore([cluster], host)
}

test('the picture has the valid ranges with their sources, once a rule read them', async (t) => {
  const facts = store()
  await facts.view('cluster')
  const {ranges} = await rangesOf(facts)
  t.deepEqual(
    ranges?.filter(({purpose}) => purpose === 'pods'),
    [
      {
        purpose: 'pods',
        cidr: '10.244.0.0/16',
        setBy: 'kubeadm podSubnet',
        source: {file: '/etc/kubernetes/kubeadm-config.yaml', line: 3},
      },
    ],
  )
})

test('nothing is read for the picture alone', async (t) => {
  t.deepEqual(await rangesOf(store()), {})
})
