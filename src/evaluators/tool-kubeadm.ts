import type {Probe} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {installedVersion} from './component-version.ts'
import {hasKubeletCredentials} from './kubelet-state.ts'
import {findProgram} from './programs.ts'
import {runtimeChoice} from './runtime-choice.ts'
import {type Consumer, kubernetesVersion, noConsumer, shellPath, versionMembers} from './tool-consumer.ts'
import {kubeletRun} from './tool-kubelet.ts'
import {unit} from './unit.ts'

/**
 * kubeadm, which looks for host tools before it initialises or joins a node. It is here when its program, its drop-in for the
 * kubelet or the file it leaves is; a kubelet without any of them joins by other means.
 */
export async function kubeadmConsumer(probe: Probe): Promise<Consumer> {
  const [run, trace] = await Promise.all([probe.once(kubeletRun), kubeadmTrace(probe)])
  const label = 'kubeadm'
  if (run.how === 'embedded') return noConsumer(`${run.layout} joins nodes without kubeadm`)
  if (!trace && run.how === 'image') return noConsumer(`no kubeadm is on this host, and ${run.reason}`)
  if (!trace && run.how === 'host') return noConsumer('no kubeadm is on this host')
  const own = await probe.once(installedVersion, 'kubeadm')
  const version = own instanceof Unknown ? await probe.once(kubernetesVersion) : own
  const known = {
    label,
    service: '',
    path: shellPath,
    ...(trace ? {source: trace} : {}),
    ...versionMembers(version),
  }
  if (!trace) return {state: 'possible', ...known, reason: run.reason}
  return {state: 'present', ...known, isSettled: bare(await hasKubeletCredentials(probe)) === true}
}

/** kubeadm where it talks to the runtime by CRI, which it does for all but dockershim. */
export async function kubeadmByCri(probe: Probe): Promise<Consumer> {
  const [kubeadm, {name, shim}] = await Promise.all([probe.once(kubeadmConsumer), probe.once(runtimeChoice)])
  if (kubeadm.state === 'absent') return kubeadm
  if (shim === 'dockershim') return noConsumer('kubeadm talks to Docker without crictl')
  if (kubeadm.state === 'possible' || name !== '') return kubeadm
  return {...kubeadm, state: 'possible', reason: 'nothing tells the container runtime'}
}

async function kubeadmTrace(probe: Probe): Promise<Source | undefined> {
  const [search, kubelet, statuses] = await Promise.all([
    probe.once(findProgram, 'kubeadm', shellPath.directories.join(':')),
    probe.once(unit, 'kubelet.service'),
    probe.status(['/var/lib/kubelet/kubeadm-flags.env']),
  ])
  const program = search.found ?? search.elsewhere[0]
  const dropIn = kubelet.state === 'found' ? kubelet.dropIns.find((path) => path.endsWith('kubeadm.conf')) : undefined
  const left = [...statuses].find(([, status]) => status.state === 'read')?.[0]
  const path = program?.path ?? dropIn ?? left
  return path === undefined ? undefined : {kind: 'file', path}
}
