import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf} from '../facts/value.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {kubeletProcess} from './kubelet-state.ts'
import {processCgroup} from './processes.ts'
import {isProgramInstalled} from './program-presence.ts'
import {serviceCommand} from './service-command.ts'

/**
 * Whether a kubelet is on this host: the program its unit starts, one in a usual place, a distribution that embeds it, or
 * one that runs, as RKE starts it from an image.
 */
export async function isKubeletInstalled(probe: Probe): Promise<Leaf<boolean>> {
  const [command, service, isUsual] = await Promise.all([
    probe.once(kubeletCommand),
    probe.once(serviceCommand, 'kubelet.service'),
    isProgramInstalled(probe, 'kubelet'),
  ])
  const started = service.state === 'found' ? (service.words[0]?.text ?? '') : ''
  const statuses = started.startsWith('/') ? await probe.status([started], {follow: true}) : undefined
  const isStartedThere = statuses?.get(started)?.state === 'read'
  if (isStartedThere) return at(true, {kind: 'file', path: started})
  if (bare(isUsual) === true) return isUsual
  if (embedding.has(command.layout)) return true
  const running = await kubeletProcess(probe)
  const isOwn = running !== undefined && !(await isOfAnotherNode(probe, running.pid))
  return isOwn ? at(true, {kind: 'file', path: `/proc/${running.pid}/cmdline`}) : isUsual
}

/** A container that is a node of its own, as kind makes them, has control groups below its own; pods have no kubelet of this host. */
async function isOfAnotherNode(probe: Probe, pid: number): Promise<boolean> {
  const group = await processCgroup(probe, pid)
  return group.state === 'read' && /kubepods|[0-9a-f]{64}(?:\.scope)?\/./.test(group.value)
}

/** Distributions whose own program is, or brings, the kubelet. */
const embedding: ReadonlySet<KubeletLayout> = new Set(['k3s', 'rke2', 'k0s', 'microk8s'])
