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

test('Docker before 1.11 needs none, and one with another default runtime is told where it is', async (t) => {
  const docker = {
    '/usr/bin/docker': program,
    '/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/docker daemon -H fd://\n',
  }
  const kubelet = answer('kubelet', 'Kubernetes v1.3.5\n')
  t.deepEqual(await collected(docker, kubelet, answer('docker', 'Docker version 1.10.3, build 4c52b90\n')), {
    absent: 'Docker 1.10.3 starts containers by itself',
  })
  const json = {'/etc/docker/daemon.json': '{"default-runtime": "nvidia"}'}
  const dockerd = {
    '/usr/bin/dockerd': program,
    '/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd\n',
  }
  t.deepEqual(
    await collected({...dockerd, ...json}, kubelet, answer('dockerd', 'Docker version 20.10.24, build 1\n')),
    {
      absent: 'dockerd is told to start nvidia, which is one of its own runtimes',
    },
  )
})

test('old Docker brings its own runc, and k3s all of it', async (t) => {
  const unit = {'/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd\n'}
  const docker = {'/usr/bin/dockerd': program, '/usr/bin/docker-runc': program, ...unit}
  t.like(await collected(docker, answer('kubelet', 'Kubernetes v1.13.1\n')), {
    isFound: true,
    where: 'at /usr/bin/docker-runc',
  })
  const k3s = {'/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n'}
  t.deepEqual(plain(await ociRuntime.collect(probeOf(k3s))), {absent: 'k3s brings its own tools'})
})
