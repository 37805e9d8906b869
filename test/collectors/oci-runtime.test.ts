import test from 'ava'
import {ociRuntime} from '../../src/collectors/oci-runtime.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}
const answer = (tool: string, stdout: string) => ({argv: [tool, '--version'], exitCode: 0, stdout, stderr: ''})

async function collected(files: Parameters<typeof probeOf>[0], ...commands: ReturnType<typeof answer>[]) {
  return plain(await ociRuntime.collect(probeOf({'/usr/bin/kubelet': program, ...files}, commands)))
}

test('containerd searches runc on the PATH of its unit', async (t) => {
  const files = {
    '/usr/bin/containerd': program,
    '/etc/systemd/system/containerd.service': '[Service]\nExecStart=/usr/bin/containerd\n',
  }
  t.like(await collected({...files, '/opt/bin/runc': program}), {
    program: 'runc',
    isFound: false,
    where: 'not on the PATH of containerd.service but at /opt/bin/runc',
  })
  t.like(await collected({...files, '/usr/local/sbin/runc': program}), {
    isFound: true,
    where: 'at /usr/local/sbin/runc',
  })
})

test('CRI-O since 1.31 starts crun, where its package says', async (t) => {
  const config = '[crio.runtime.runtimes.crun]\nruntime_path = "/usr/libexec/crio/crun"\n'
  const files = {'/usr/bin/crio': program, '/etc/crio/crio.conf.d/10-crio.conf': config}
  const version = answer('crio', 'crio version 1.31.0\n')
  t.like(await collected(files, version), {handler: 'crun', isFound: false, where: 'not there'})
  t.like(await collected({...files, '/usr/libexec/crio/crun': program}, version), {
    isFound: true,
    where: 'at /usr/libexec/crio/crun',
  })
})

test('old Docker brings its own runc, and k3s all of it', async (t) => {
  const docker = {'/usr/bin/dockerd': program, '/usr/bin/docker-runc': program}
  t.like(await collected(docker, answer('kubelet', 'Kubernetes v1.13.1\n')), {
    isFound: true,
    where: 'at /usr/bin/docker-runc',
  })
  const k3s = {'/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n'}
  t.deepEqual(plain(await ociRuntime.collect(probeOf(k3s))), {absent: 'k3s brings its own tools'})
})
