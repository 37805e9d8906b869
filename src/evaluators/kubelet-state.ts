import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {holdsCredentials} from './kubeconfig.ts'
import {kubeletCommand} from './kubelet-command.ts'
import {type KubeletConfig, kubeletConfig, kubeletFlag} from './kubelet-config.ts'
import {isHyperkubelet, type Process, processes, processesNamed, processStartMs} from './processes.ts'
import {isActive} from './unit-state.ts'

/** Whether a kubelet runs: a process of its own or of the distribution that embeds it, else an active unit. */
export async function isKubeletRunning(probe: Probe): Promise<Leaf<boolean>> {
  const [command, all] = await Promise.all([probe.once(kubeletCommand), probe.once(processes)])
  if (all.state === 'read') {
    const running = await kubeletProcess(probe)
    if (running) return at(true, {kind: 'file', path: `/proc/${running.pid}/cmdline`})
    return at(false, all.source)
  }
  const active = command.unit === '' ? unknown(all.reason, all.source) : await isActive(probe, command.unit)
  return active instanceof Unknown ? unknown(all.reason, all.source) : active
}

/** How long the kubelet has been running, in seconds; unknown where none is seen to run. */
export async function kubeletUptimeSeconds(probe: Probe): Promise<Leaf<number>> {
  const running = await kubeletProcess(probe)
  if (!running) return unknown('no kubelet is seen to run')
  const started = await processStartMs(probe, running.pid)
  if (started.state !== 'read') return unknown('when the kubelet started could not be told', started.source)
  return at(Math.round((probe.now() - started.value) / 1000), started.source)
}

/** The process of the kubelet, or of the distribution that embeds it; undefined where none is seen. */
export async function kubeletProcess(probe: Probe): Promise<Process | undefined> {
  const [command, all] = await Promise.all([probe.once(kubeletCommand), probe.once(processes)])
  const names = ['kubelet', 'kubelite', ...(command.layout === 'k3s' ? ['k3s', 'k3s-agent', 'k3s-server'] : [])]
  const own = names.flatMap((name) => processesNamed(all, name))
  return [...own, ...processesNamed(all, 'hyperkube').filter(isHyperkubelet)][0]
}

/** Whether the kubelet can authenticate to an API server: by its kubeconfig, or a distribution's usual one. */
export async function hasKubeletCredentials(probe: Probe): Promise<Leaf<boolean>> {
  let gap: Leaf<boolean> = at(false, {kind: 'file', path: kubeconfigs[0]})
  for (const path of kubeconfigPaths(await probe.once(kubeletConfig))) {
    const found = await holdsCredentials(probe, path)
    if (bare(found) === true) return found
    if (found instanceof Unknown) gap = found
  }
  return gap
}

/** The kubeconfigs the kubelet may use: the one it is given, else those known. */
function kubeconfigPaths(config: KubeletConfig): readonly string[] {
  const given = kubeletFlag(config, 'kubeconfig')
  if (given !== undefined && !(given instanceof Unknown)) return [given.value]
  return kubeconfigs
}

const kubeconfigs = [
  '/etc/kubernetes/kubelet.conf',
  '/var/lib/kubelet/kubeconfig',
  '/var/lib/kubelet/kubelet.conf',
  '/var/lib/rancher/k3s/agent/kubelet.kubeconfig',
  '/var/lib/rancher/rke2/agent/kubelet.kubeconfig',
  '/var/lib/k0s/kubelet.conf',
  '/var/snap/microk8s/current/credentials/kubelet.config',
] as const
