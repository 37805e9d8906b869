import type {Probe} from '../facts/probe.ts'
import {at, type Leaf} from '../facts/value.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {serviceCommand} from './service-command.ts'

/** Whether a kubelet is on this host: its program, or what starts it. */
export async function isKubeletInstalled(probe: Probe): Promise<Leaf<boolean>> {
  const [command, service] = await Promise.all([
    probe.once(kubeletCommand),
    probe.once(serviceCommand, 'kubelet.service'),
  ])
  const started = service.state === 'found' ? service.words[0]?.text : undefined
  const paths = started?.startsWith('/') ? [started, ...programPaths] : programPaths
  const statuses = await probe.status(paths, {follow: true})
  const path = paths.find((candidate) => statuses.get(candidate)?.state === 'read')
  return path === undefined ? embedding.has(command.layout) : at(true, {kind: 'file', path})
}

/** Distributions whose own program is, or brings, the kubelet. */
const embedding: ReadonlySet<KubeletLayout> = new Set(['k3s', 'rke2', 'k0s', 'microk8s'])

const programPaths = [
  '/usr/bin/kubelet',
  '/usr/local/bin/kubelet',
  '/opt/bin/kubelet',
  '/bin/kubelet',
  '/usr/libexec/kubernetes/kubelet',
]
