import test from 'ava'
import {isSampleConfig, markTemplated} from '../../src/evaluators/cni-samples.ts'
import {readCniConfig} from '../../src/text/cni-config.ts'

const bridge = (subnet?: string) =>
  readCniConfig(
    JSON.stringify({
      name: 'a',
      plugins: [{type: 'bridge', ipam: {type: 'host-local', ranges: subnet ? [[{subnet}]] : []}}],
    }),
    'list',
  )

for (const [name, subnet, isSample] of [
  ['10-containerd-net.conflist', '10.88.0.0/16', true],
  ['10-containerd-net.conflist', undefined, true],
  ['10-containerd-net.conflist', '10.200.1.0/24', false],
  ['100-crio-bridge.conflist', '10.85.0.0/16', true],
  ['87-podman-bridge.conflist', '10.99.0.0/16', true],
  ['10-flannel.conflist', '10.88.0.0/16', false],
] as const) {
  test(`${name} with ${subnet ?? 'no range'} is ${isSample ? 'a' : 'no'} sample`, (t) =>
    t.is(isSampleConfig(name, bridge(subnet)), isSample))
}

test('what containerd makes of its template is no sample', (t) => {
  const files = ['10-containerd-net.conflist', '87-podman.conflist'].map((name) => ({name, isSample: true}))
  t.deepEqual(
    markTemplated(files, '/etc/containerd/kubenet_template.conf').map(({isSample}) => isSample),
    [false, true],
  )
  t.is(markTemplated(files, ''), files)
})
