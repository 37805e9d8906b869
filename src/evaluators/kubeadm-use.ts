import type {Probe} from '../facts/probe.ts'
import {at, type Leaf} from '../facts/value.ts'
import {controlPlane} from './control-plane.ts'

/** Whether kubeadm makes or has made this node: by its configuration, or the files it leaves for the kubelet. */
export async function usesKubeadm(probe: Probe): Promise<Leaf<boolean>> {
  const {documents} = await probe.once(controlPlane)
  const planned = documents.find(({kind}) => kinds.has(kind))
  if (planned) return at(true, {kind: 'file', path: planned.path})
  const statuses = await probe.status(traces)
  const found = traces.find((path) => statuses.get(path)?.state === 'read')
  return found === undefined ? false : at(true, {kind: 'file', path: found})
}

const kinds = new Set(['ClusterConfiguration', 'InitConfiguration', 'JoinConfiguration', 'MasterConfiguration'])

const traces = [
  '/var/lib/kubelet/kubeadm-flags.env',
  '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf',
  '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf',
  '/lib/systemd/system/kubelet.service.d/10-kubeadm.conf',
]
