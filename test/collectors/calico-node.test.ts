import test from 'ava'
import {calicoNode} from '../../src/collectors/calico-node.ts'
import {Absent, bare, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {
  '/usr/bin/kubelet': program,
  '/usr/bin/containerd': program,
  '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n',
}
const conflist = (options: string) =>
  `{"name": "k8s", "plugins": [{"type": "bandwidth"}, {"type": "calico"${options}}]}`

async function collect(files: Parameters<typeof probeOf>[0]) {
  const facts = await probeOf({...node, ...files}).fact(calicoNode)
  if (!('nodename' in facts)) throw new Error('not collected')
  return facts
}

test('the file that the plugin is told to read, and the name of the host in small letters', async (t) => {
  const facts = await collect({
    '/etc/cni/net.d/10-calico.conflist': conflist(', "nodename_file": "/run/calico/name"'),
    '/run/calico/name': 'node-1\n',
    '/etc/hostname': 'Node-1\n',
  })
  t.true(facts.isFileNeeded)
  t.is(bare(facts.nodenameFile), '/run/calico/name')
  t.is(bare(facts.nodename), 'node-1')
  t.is(bare(facts.nodeName), 'node-1')
})

for (const options of [', "nodename": "node-1"', ', "nodename_file_optional": true']) {
  test(`the file is not needed with${options}`, async (t) => {
    t.false((await collect({'/etc/cni/net.d/10-calico.conflist': conflist(options)})).isFileNeeded)
  })
}

test('an unreadable file is unknown, another network has no such fact', async (t) => {
  const facts = await collect({
    '/etc/cni/net.d/10-calico.conflist': conflist(''),
    '/var/lib/calico/nodename': {unreadable: 'permission denied'},
  })
  t.true(facts.nodename instanceof Unknown)
  t.true(
    (await probeOf({...node, '/etc/cni/net.d/10-a.conf': '{"name": "a", "type": "bridge"}'}).fact(
      calicoNode,
    )) instanceof Absent,
  )
})
