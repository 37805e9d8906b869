import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf} from '../facts/value.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {isProgramInstalled} from './program-presence.ts'
import {serviceCommand} from './service-command.ts'

/** Whether a kubelet is on this host: the program its unit starts, one in a usual place, or a distribution that embeds it. */
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
  return bare(isUsual) !== true && embedding.has(command.layout) ? true : isUsual
}

/** Distributions whose own program is, or brings, the kubelet. */
const embedding: ReadonlySet<KubeletLayout> = new Set(['k3s', 'rke2', 'k0s', 'microk8s'])
