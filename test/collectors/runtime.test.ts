import test from 'ava'
import {runtime} from '../../src/collectors/runtime.ts'
import {Absent, at, bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {mode: '0755'}

async function collect(files: Parameters<typeof probeOf>[0], kubeletVersion = '1.30.4') {
  const stdout = `Kubernetes v${kubeletVersion}\n`
  const commands = [
    {argv: ['kubelet', '--version'], exitCode: 0, stdout, stderr: ''},
    {argv: ['containerd', '--version'], exitCode: 0, stdout: 'containerd x v2.1.0 0\n', stderr: ''},
  ]
  const facts = await probeOf({'/usr/bin/kubelet': program, ...files}, commands).fact(runtime)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

const startedWith = (args: string) => ({
  '/etc/systemd/system/kubelet.service': `[Service]\nExecStart=/usr/bin/kubelet ${args}\n`,
})

test("the kubelet's endpoint decides, /var/run being /run", async (t) => {
  const facts = await collect({
    ...startedWith('--container-runtime-endpoint=/var/run/crio/crio.sock'),
    '/usr/bin/containerd': program,
    '/usr/bin/crio': program,
  })
  t.is(bare(facts.name), 'cri-o')
  t.is(bare(facts.endpoint), 'unix:///run/crio/crio.sock')
  t.is(bare(facts.writtenEndpoint), '/var/run/crio/crio.sock')
  t.true(bare(facts.isEndpointSet))
  t.deepEqual(sourceOf(facts.name), {kind: 'file', path: '/etc/systemd/system/kubelet.service', line: 2})
  t.is(bare(facts.cgroupDriver), 'systemd')
})

test('before 1.24 a kubelet beside Docker uses dockershim and its own CNI flags', async (t) => {
  const docker = {'/usr/bin/dockerd': program, '/usr/bin/containerd': program}
  const facts = await collect({...startedWith('--cni-bin-dir=/opt/a,/opt/b'), ...docker}, '1.19.8')
  t.is(bare(facts.name), 'docker')
  t.is(bare(facts.shim), 'dockershim')
  t.is(bare(facts.endpoint), '')
  t.deepEqual(bare(facts.cniBinDirs), ['/opt/a', '/opt/b'])
  t.is(bare((await collect({...startedWith(''), ...docker}, '1.24.0')).name), 'containerd')
})

test('without a kubelet Docker alone is told, Docker beside containerd is not', async (t) => {
  const noKubelet = {'/usr/bin/kubelet': {absent: true}, '/usr/bin/dockerd': program} as const
  const commands = [{argv: ['kubelet', '--version'], exitCode: 127, stdout: '', stderr: ''}]
  const alone = await probeOf(noKubelet, commands).fact(runtime)
  const beside = await probeOf({...noKubelet, '/usr/bin/containerd': program}, commands).fact(runtime)
  if (alone instanceof Absent || alone instanceof Unknown) throw new Error(alone.reason)
  if (beside instanceof Absent || beside instanceof Unknown) throw new Error(beside.reason)
  t.is(bare(alone.name), 'docker')
  t.is(bare(alone.shim), '')
  t.is(bare(beside.name), '')
})

test('cri-dockerd is Docker behind an endpoint', async (t) => {
  const facts = await collect({
    ...startedWith('--container-runtime-endpoint=unix:///var/run/cri-dockerd.sock'),
    '/usr/lib/systemd/system/cri-docker.service':
      '[Service]\nExecStart=/usr/bin/cri-dockerd --network-plugin=cni --cni-bin-dir /usr/lib/cni\n',
  })
  t.is(bare(facts.name), 'docker')
  t.is(bare(facts.shim), 'cri-dockerd')
  t.deepEqual(bare(facts.cniBinDirs), ['/usr/lib/cni'])
})

test('with no endpoint set the only socket or the only runtime installed is it', async (t) => {
  const unset = startedWith('')
  t.is(bare((await collect({...unset, '/run/crio/crio.sock': {type: 'socket', mode: '0660'}})).name), 'cri-o')
  const installed = await collect({...unset, '/usr/bin/crio': program})
  t.is(bare(installed.name), 'cri-o')
  t.false(bare(installed.isEndpointSet))
  const both = await collect({...unset, '/usr/bin/crio': program, '/usr/bin/containerd': program})
  t.is(bare(both.name), 'containerd')
  t.deepEqual(sourceOf(both.name), {kind: 'default', of: 'kubelet'})
})

test('the cgroup driver of containerd is that of its default handler', async (t) => {
  const facts = await collect({
    ...startedWith(''),
    '/usr/bin/containerd': program,
    '/etc/containerd/config.toml':
      "version = 3\n[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]\nSystemdCgroup = true\n",
  })
  t.is(bare(facts.cgroupDriver), 'systemd')
  t.deepEqual(sourceOf(facts.cgroupDriver), {kind: 'file', path: '/etc/containerd/config.toml', line: 3})
  t.true(bare(facts.reportsCgroupDriver))
})

test('nothing is said about the runtime of a host without one', async (t) => {
  const facts = await collect({}, '1.26.0')
  t.is(bare(facts.name), '')
  t.true(facts.cgroupDriver instanceof Unknown)
  t.true(facts.version instanceof Unknown)
})

test('the runtime that the host’s own configuration states, and the socket that kubeadm is to use', async (t) => {
  const stated = await collect({'/etc/node-preflight/config.yaml': 'cluster: {containerRuntime: cri-o}\n'})
  t.deepEqual(stated.name, at('cri-o', {kind: 'file', path: '/etc/node-preflight/config.yaml', line: 1}))
  const path = '/etc/kubernetes/kubeadm-config.yaml'
  const text = 'kind: InitConfiguration\nnodeRegistration:\n  criSocket: unix:///var/run/containerd/containerd.sock\n'
  t.deepEqual((await collect({[path]: text})).name, at('containerd', {kind: 'file', path, line: 3}))
})

test('a client of Docker alone is no runtime', async (t) => {
  t.is(bare((await collect({'/usr/local/bin/docker': program})).name), '')
})
