import test from 'ava'
import {criDockerd} from '../../src/evaluators/cri-dockerd.ts'
import {dockerdCommand} from '../../src/evaluators/dockerd-command.ts'
import {kubeletCommand} from '../../src/evaluators/kubelet-command.ts'
import {isKubeletRunning} from '../../src/evaluators/kubelet-state.ts'
import {podSandboxes} from '../../src/evaluators/pod-sandboxes.ts'
import {runningComponents, runningComponentsGap} from '../../src/evaluators/running-components.ts'
import {bare} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const untold = /does not part arguments from words in them/
const running = (command: string) => ({'/proc/1/comm': 'systemd\n', '/proc/9/cmdline': `${command}\0`})

test('of a kubelet in a listing of processes it is known that it runs, and not how', async (t) => {
  for (const command of ['/usr/bin/kubelet --max-pods=5', '/hyperkube kubelet --max-pods=5']) {
    const probe = probeOf(running(command))
    t.is(bare(await isKubeletRunning(probe)), true, command)
    const {flags, gap} = await kubeletCommand(probe)
    t.is(flags.flags.size, 0)
    t.regex(gap?.reason ?? '', untold)
  }
})

test('a component is asked no second time where a manifest says all of its words', async (t) => {
  const manifest =
    'spec: {containers: [{name: kube-apiserver, command: [kube-apiserver, --service-cluster-ip-range=10.96.0.0/12, --v=2]}]}\n'
  const command = 'kube-apiserver --service-cluster-ip-range=10.96.0.0/12 --v=2'
  const gap = async (files: Parameters<typeof probeOf>[0]) => (await runningComponentsGap(probeOf(files)))?.reason ?? ''
  t.regex(await gap(running(command)), untold)
  t.deepEqual(await runningComponents(probeOf(running(command))), [])
  const declared = {'/etc/kubernetes/manifests/kube-apiserver.yaml': manifest}
  t.is(await gap({...running(command), ...declared}), '')
  t.regex(await gap({...running(`${command} --x`), ...declared}), untold)
})

test('daemons and shims', async (t) => {
  const docker = await dockerdCommand(probeOf(running('/usr/bin/dockerd -H fd:// --bip=10.1.1.1/24')))
  t.regex(docker.state === 'unknown' ? docker.reason : docker.state, untold)
  const shim = await criDockerd(probeOf(running('/usr/bin/cri-dockerd --network-plugin=cni')))
  t.regex(shim.state === 'unknown' ? shim.reason : shim.state, untold)
  const pods = await podSandboxes(
    probeOf(running('/usr/bin/containerd-shim-runc-v2 -namespace k8s.io -id 0123456789ab')),
  )
  t.regex(pods.state === 'unknown' ? pods.reason : pods.state, untold)
})
