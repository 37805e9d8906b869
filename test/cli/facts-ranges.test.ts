import {join} from 'node:path'
import test from 'ava'
import {cli, folder, snapshotOf} from './harness.ts'

test('facts cluster.ranges draws the ranges and tells where each was set', async (t) => {
  const manifest = 'spec: {containers: [{command: [kube-controller-manager, --cluster-cidr=10.244.0.0/16]}]}\n'
  const path = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
  const root = await folder({'host.json': snapshotOf({[path]: manifest})})
  const from = ['--from', join(root, 'host.json'), '--service-cidr', '10.244.16.0/20']
  const {out} = await cli('facts', 'cluster.ranges', ...from)
  t.true(out.startsWith('IPv4\n'))
  t.true(out.includes('  services 10.244.16.0/20 and pods 10.244.0.0/16 overlap\n'))
  t.true(out.includes(`pods 10.244.0.0/16 (kube-controller-manager --cluster-cidr)  ${path}:1\n`))
  t.true(JSON.parse((await cli('facts', 'cluster.ranges', '--json', ...from)).out).length > 10)
})

test('a host without ranges says so', async (t) => {
  const root = await folder({'host.json': snapshotOf()})
  const {out} = await cli('facts', 'cluster.ranges', '--from', join(root, 'host.json'))
  t.is(out, 'no address range is declared or found on this host\n')
})
