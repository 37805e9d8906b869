import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {findProgram} from './programs.ts'
import {serviceCommand} from './service-command.ts'

/** Whether a kubelet is on this host: the program its unit starts, one in a usual place, or a distribution that embeds it. */
export async function isKubeletInstalled(probe: Probe): Promise<Leaf<boolean>> {
  const [command, service, search] = await Promise.all([
    probe.once(kubeletCommand),
    probe.once(serviceCommand, 'kubelet.service'),
    probe.once(findProgram, 'kubelet', searchedDirectories),
  ])
  const started = service.state === 'found' ? (service.words[0]?.text ?? '') : ''
  const statuses = started.startsWith('/') ? await probe.status([started], {follow: true}) : undefined
  const isStartedThere = statuses?.get(started)?.state === 'read'
  const path = isStartedThere ? started : (search.found ?? search.elsewhere[0])?.path
  if (path !== undefined) return at(true, {kind: 'file', path})
  if (embedding.has(command.layout)) return true
  return search.gap ? unknown(search.gap.reason, search.gap.source) : false
}

/** Distributions whose own program is, or brings, the kubelet. */
const embedding: ReadonlySet<KubeletLayout> = new Set(['k3s', 'rke2', 'k0s', 'microk8s'])

const searchedDirectories = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin'
