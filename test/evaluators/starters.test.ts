import test from 'ava'
import {configDirectories} from '../../src/evaluators/cni-directories.ts'
import {isDaemonInstalled} from '../../src/evaluators/daemon-presence.ts'
import {k0sGap, k0sRanges} from '../../src/evaluators/k0s-ranges.ts'
import {manifestDirectories} from '../../src/evaluators/manifest-components.ts'
import {microk8sArguments} from '../../src/evaluators/microk8s-arguments.ts'
import {runtimeChoice} from '../../src/evaluators/runtime-choice.ts'
import {mayStart} from '../../src/evaluators/starters.ts'
import {bare, Unknown} from '../../src/facts/value.ts'
import type {SnapshotFile} from '../../src/host/snapshot-document.ts'
import {probeOf} from './probe-of.ts'

type Files = Readonly<Record<string, string | SnapshotFile>>

const systemd: Files = {
  '/proc/1/comm': 'systemd\n',
  '/proc/1/cmdline': '/sbin/init\0',
  '/etc/systemd/system': {directory: true},
}
const program: SnapshotFile = {mode: '0755', base64: 'f0VMRg==', size: 1000}
const hidden = {unreadable: 'permission denied'} as const

test('what has a unit or runs may start, and under another init system anything may', async (t) => {
  const started = async (files: Files) => bare(await mayStart(probeOf(files), 'rke2'))
  t.is(await started(systemd), false)
  t.is(await started({...systemd, '/etc/systemd/system/rke2-agent.service': '[Service]\n'}), true)
  t.is(await started({...systemd, '/proc/9/cmdline': '/usr/local/bin/rke2 server\0'}), true)
  t.is(await started({...systemd, '/proc/1/comm': 'init\n', '/sbin/openrc': program}), true)
})

test('where units or processes cannot be seen nobody knows what may start', async (t) => {
  for (const path of ['/etc/systemd/system', '/proc', '/proc/9/cmdline']) {
    t.true((await mayStart(probeOf({...systemd, [path]: hidden}), 'rke2')) instanceof Unknown, path)
  }
})

test('what a distribution left behind is not read, and what one that is started has is', async (t) => {
  const arguments_ = {'/var/snap/microk8s/current/args/kubelet': '--max-pods=5\n'}
  const manifests = '/var/lib/rancher/rke2/agent/pod-manifests'
  const left = probeOf({...systemd, ...arguments_})
  t.is((await microk8sArguments(left, 'kubelet')).state, 'absent')
  t.false((await manifestDirectories(left)).includes(manifests))
  t.deepEqual(await configDirectories(left), ['/etc/cni/net.d', '/etc/kubernetes/cni/net.d'])
  const units = ['snap.microk8s.daemon-kubelite.service', 'rke2-server.service']
  const used = probeOf({
    ...systemd,
    ...arguments_,
    ...Object.fromEntries(units.map((unit) => [`/etc/systemd/system/${unit}`, '[Service]\nExecStart=/x\n'])),
  })
  t.is((await microk8sArguments(used, 'kubelet')).state, 'read')
  t.true((await manifestDirectories(used)).includes(manifests))
  const unclear = probeOf({...systemd, ...arguments_, '/proc': hidden})
  t.is((await microk8sArguments(unclear, 'kubelet')).state, 'unreadable')
})

test('a daemon that nothing starts is none; one that its unit runs is there although its program is not seen', async (t) => {
  const there = {'/usr/bin/crio': program}
  t.is(await isDaemonInstalled(probeOf({...systemd, ...there}), 'crio'), false)
  t.true(bare(await isDaemonInstalled(probeOf(there), 'crio')))
  t.true((await isDaemonInstalled(probeOf({...systemd, ...there, '/proc': hidden}), 'crio')) instanceof Unknown)
  const unseen = {...systemd, '/usr/bin/crio': hidden, '/etc/systemd/system/crio.service': '[Service]\n'}
  t.true((await isDaemonInstalled(probeOf(unseen), 'crio')) instanceof Unknown)
  const running = (group: string) => ({
    ...unseen,
    '/proc/9/cmdline': '/usr/bin/crio --config=/a\0',
    '/proc/9/cgroup': `0::${group}\n`,
  })
  t.true(bare(await isDaemonInstalled(probeOf(running('/system.slice/crio.service')), 'crio')))
  t.true((await isDaemonInstalled(probeOf(running('/kubepods/pod1/a')), 'crio')) instanceof Unknown)
})

test('the default endpoint of a kubelet that nothing starts tells no runtime', async (t) => {
  const kubelet = {'/usr/bin/kubelet': program}
  const commands = [{argv: ['kubelet', '--version'], stdout: 'Kubernetes v1.31.0\n'}]
  t.is((await runtimeChoice(probeOf({...systemd, ...kubelet}, commands))).name, '')
  const unit = {'/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n'}
  t.is((await runtimeChoice(probeOf({...systemd, ...kubelet, ...unit}, commands))).name, 'containerd')
})

test('a configuration of k0s says nothing of a node whose kubelet has a unit of its own', async (t) => {
  const path = '/etc/k0s/k0s.yaml'
  const config = {[path]: 'kind: ClusterConfig\nspec: {network: {podCIDR: 10.1.0.0/16}}\n'}
  const unit = {'/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n'}
  t.is((await k0sRanges(probeOf({...systemd, ...config}))).length, 1)
  t.is((await k0sRanges(probeOf({...systemd, ...config, ...unit}))).length, 0)
  const unseen = {'/usr/local/bin/k0s': hidden, [path]: hidden}
  t.true((await k0sGap(probeOf({...systemd, ...unseen}))) instanceof Unknown)
  t.is(await k0sGap(probeOf({...systemd, ...unseen, ...unit})), undefined)
  const unclear = {'/etc/systemd/system': hidden, ...config}
  t.true((await k0sGap(probeOf({...systemd, ...unclear}))) instanceof Unknown)
})
