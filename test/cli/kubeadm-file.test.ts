import {join} from 'node:path'
import test from 'ava'
import {cli, folder, snapshotOf} from './harness.ts'

/** What a check says of a file of `--kubeadm-config`. */
async function say(text: string): Promise<string> {
  const root = await folder({'kubeadm.yaml': text, 'host.json': snapshotOf()})
  const at = (name: string) => join(root, name)
  const {err} = await cli('check', '--from', at('host.json'), '--kubeadm-config', at('kubeadm.yaml'))
  return err.replaceAll(`${root}/`, '').trim()
}

const cluster = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n'

test('a misspelt key is refused with its place and the right one', async (t) => {
  t.is(
    await say(`${cluster}netwroking:\n  podSubnet: 10.244.0.0/16\n`),
    "node-preflight: kubeadm.yaml:3:1: kubeadm knows no key 'netwroking' (did you mean 'networking'?)",
  )
  t.is(
    await say(`${cluster}networking:\n  podSubnets: 10.244.0.0/16\n`),
    "node-preflight: kubeadm.yaml:4:3: kubeadm knows no key 'podSubnets' (did you mean 'podSubnet'?)",
  )
})

test('keys of old and new releases, of components and of other programs are none', async (t) => {
  t.is(await say(`${cluster}apiServerExtraArgs: {v: "2"}\nencryptionAlgorithm: RSA-2048\nsomethingOfTomorrow: 1\n`), '')
  t.is(
    await say(`${cluster}networking:\n---\nkind: KubeletConfiguration\nnetworkin: 1\n---\nkind: Other\ntokn: 1\n`),
    '',
  )
})

test('a file without kubeadm, and networking that is no mapping', async (t) => {
  t.regex(await say('kind: Pod\n'), /kubeadm\.yaml holds no configuration of kubeadm \(kind: ClusterConfiguration, /)
  t.is(
    await say(`${cluster}networking: 10.0.0.0/8\n`),
    "node-preflight: kubeadm.yaml:3:1: 'networking' must be a mapping",
  )
})
