import test from 'ava'
import {cniBundle} from '../../src/collectors/cni-bundle.ts'
import {bare, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const node = {'/usr/bin/kubelet': program, '/usr/bin/containerd': program, '/opt/cni/bin/loopback': program}
const status = 'Package: kubernetes-cni\nStatus: install ok installed\nVersion: 1.3.0-1.1\n'

async function collect(files: Parameters<typeof probeOf>[0]) {
  const facts = await probeOf({...node, ...files}).fact(cniBundle)
  if (!('cniVersion' in facts)) throw new Error('not collected')
  return facts
}

test('the package that owns the plugin tells its release and the CNI version it knows', async (t) => {
  const facts = await collect({
    '/var/lib/dpkg/status': status,
    '/var/lib/dpkg/info/kubernetes-cni.list': '/opt/cni/bin/loopback\n',
  })
  t.is(bare(facts.version), '1.3.0')
  t.is(bare(facts.cniVersion), '1.0.0')
})

test('a package that does not own the file tells nothing', async (t) => {
  const facts = await collect({'/var/lib/dpkg/status': status, '/var/lib/dpkg/info/kubernetes-cni.list': '/opt\n'})
  t.true(facts.version instanceof Unknown)
  t.is(facts.cniVersion, '')
})
