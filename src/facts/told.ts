import type {Origin} from '../source.ts'

/** One thing the user said about the cluster, with the flag or configuration key that said it. */
export interface Statement {
  readonly value: string
  readonly source: Origin
}

/** What the user may say about the cluster. */
export type ToldKey =
  | 'podCidr'
  | 'serviceCidr'
  | 'nodeCidr'
  | 'networkPlugin'
  | 'kubernetesVersion'
  | 'role'
  | 'proxyMode'
  | 'apiServer'
  | 'clusterDns'
  | 'clusterDomain'
  | 'containerRuntime'
  | 'storage'
  | 'nodeCount'

/**
 * What the user said, strongest first: flags, then `--config`. The configuration on the host itself is read through the
 * host. `kubeadmConfig` is the text of the file given with `--kubeadm-config`.
 */
export interface Told {
  readonly statements: Readonly<Partial<Record<ToldKey, readonly Statement[]>>>
  readonly kubeadmConfig?: {readonly path: string; readonly text: string}
}

/** Nothing was said. */
export const toldNothing: Told = {statements: {}}
