import test from 'ava'
import {hostProxy} from '../../src/collectors/host-proxy.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}
const unit = (flags: string) => `[Service]\nExecStart=/usr/local/bin/kube-proxy ${flags}\n`
const answer = (tool: string, stdout: string) => ({argv: [tool, '--version'], exitCode: 0, stdout, stderr: ''})

async function collected(files: Parameters<typeof probeOf>[0], ...commands: ReturnType<typeof answer>[]) {
  return plain(await hostProxy.collect(probeOf({'/usr/bin/kubelet': program, ...files}, commands)))
}

test('mode and versions are those of the host’s kube-proxy and its programs', async (t) => {
  const fact = await collected(
    {
      '/etc/systemd/system/kube-proxy.service': unit('--proxy-mode=nftables'),
      '/usr/sbin/nft': program,
      '/var/lib/dpkg/status': 'Package: nftables\nStatus: install ok installed\nVersion: 1.0.6-2+deb12u2\n',
    },
    answer('kubelet', 'Kubernetes v1.34.6\n'),
  )
  t.like(fact, {mode: 'nftables', version: '1.34.6', minor: 34, patch: 6, nftVersion: '1.0.6'})
})

test('a configuration file takes the place of the flag, and iptables is the default', async (t) => {
  const config = {'/etc/kube-proxy.yaml': 'kind: KubeProxyConfiguration\nmode: ipvs\n'}
  const files = {'/etc/systemd/system/kube-proxy.service': unit('--config=/etc/kube-proxy.yaml --proxy-mode=iptables')}
  t.like(await collected({...files, ...config}), {mode: 'ipvs'})
  t.like(await collected(files), {mode: {unknown: 'nothing tells the mode of kube-proxy'}})
  t.like(await collected({'/etc/systemd/system/kube-proxy.service': unit('')}), {mode: 'iptables'})
})

test('a unit that nothing starts beside kubeadm is a leftover of its package', async (t) => {
  const files = {'/etc/systemd/system/kube-proxy.service': unit('--proxy-mode=ipvs'), '/usr/bin/kubeadm': program}
  t.deepEqual(await collected(files), {absent: 'no kube-proxy runs as a process of the host'})
  const enabled = {'/etc/systemd/system/multi-user.target.wants/kube-proxy.service': {symlink: '../kube-proxy.service'}}
  t.like(await collected({...files, ...enabled}), {mode: 'ipvs'})
})

test('in a pod or an image it is none of the host’s', async (t) => {
  const image = '[Service]\nExecStart=/usr/bin/docker run --net=host hyperkube:v1.18.1 kube-proxy --proxy-mode=ipvs\n'
  for (const files of [{}, {'/etc/systemd/system/kube-proxy.service': image}]) {
    t.truthy(((await collected(files)) as {reason?: string; absent?: string}).absent)
  }
})
