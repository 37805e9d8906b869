import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {documentSettings} from './cluster-documents.ts'
import {controlPlane} from './control-plane.ts'
import {canonicalEndpoint} from './runtime-endpoint.ts'

/** The version of Kubernetes that kubeadm is told to install, as in `v1.34.1`; undefined for a label such as `stable-1`. */
export async function plannedVersion(probe: Probe): Promise<Located<string> | undefined> {
  const {documents} = await probe.once(controlPlane)
  const [planned] = documentSettings(documents, 'ClusterConfiguration', 'kubernetesVersion')
  if (typeof planned?.value !== 'string' || !/^v?\d/.test(planned.value)) return undefined
  return at(planned.value, planned.source)
}

/** The CRI socket that kubeadm is told to give the kubelet. */
export async function plannedEndpoint(probe: Probe): Promise<Located<string> | undefined> {
  const {documents} = await probe.once(controlPlane)
  const [planned] = ['InitConfiguration', 'JoinConfiguration'].flatMap((kind) =>
    documentSettings(documents, kind, 'nodeRegistration', 'criSocket'),
  )
  if (typeof planned?.value !== 'string' || planned.value === '') return undefined
  return at(canonicalEndpoint(planned.value), planned.source)
}
