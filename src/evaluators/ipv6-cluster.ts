import type {Probe} from '../facts/probe.ts'
import {documentSettings} from './cluster-documents.ts'
import {declaredFlag} from './component-declaration.ts'
import {controlPlane} from './control-plane.ts'
import {toldStatements} from './told-statements.ts'

/** Whether anything the user or this host says of the pod or service ranges of the cluster is an IPv6 range. */
export async function isIpv6Cluster(probe: Probe): Promise<boolean> {
  const [{declarations, documents}, pods, services] = await Promise.all([
    probe.once(controlPlane),
    toldStatements(probe, 'podCidr'),
    toldStatements(probe, 'serviceCidr'),
  ])
  const flags = [
    ...declaredFlag(declarations, 'kube-controller-manager', 'cluster-cidr'),
    ...declaredFlag(declarations, 'kube-apiserver', 'service-cluster-ip-range'),
    ...declaredFlag(declarations, 'kube-proxy', 'cluster-cidr'),
  ].filter(({isInForce}) => isInForce)
  const settings = [
    ...documentSettings(documents, 'ClusterConfiguration', 'networking', 'podSubnet'),
    ...documentSettings(documents, 'ClusterConfiguration', 'networking', 'serviceSubnet'),
    ...documentSettings(documents, 'KubeProxyConfiguration', 'clusterCIDR'),
  ]
  return [...pods, ...services, ...flags, ...settings].some(({value}) => String(value).includes(':'))
}
