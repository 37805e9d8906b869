import {parseCidrList} from '../text/cidr.ts'
import {parseIp} from '../text/ip-address.ts'
import {nearest} from '../text/nearest.ts'
import {parseVersion} from '../text/version.ts'
import type {ToldKey} from './told.ts'

/** What is wrong with a value the user gave, as the end of a sentence that names it; undefined when it can be used. */
export function mistakeIn(key: ToldKey, value: string): string | undefined {
  return value.trim() === '' ? 'is empty' : checks[key](value.trim())
}

const networkPlugins = [
  'antrea',
  'aws-vpc-cni',
  'bridge',
  'calico',
  'canal',
  'cilium',
  'flannel',
  'kindnet',
  'kube-router',
  'kubenet',
  'none',
  'other',
  'ovn-kubernetes',
  'weave',
]

const checks: Readonly<Record<ToldKey, (value: string) => string | undefined>> = {
  podCidr: cidrs,
  serviceCidr: cidrs,
  nodeCidr: cidrs,
  networkPlugin: oneOf(networkPlugins),
  kubernetesVersion: version,
  role: oneOf(['control-plane', 'worker']),
  proxyMode: oneOf(['iptables', 'ipvs', 'nftables', 'userspace', 'none']),
  apiServer: endpoint,
  clusterDns: addresses,
  clusterDomain: domain,
  containerRuntime: oneOf(['containerd', 'cri-o', 'docker']),
  storage: manyOf(['nfs', 'cifs', 'cephfs', 'glusterfs', 'efs', 'iscsi', 'multipath', 'luks', 'xfs', 'longhorn']),
  nodeCount: count,
}

/** What the user may say of the cluster, by the key of the configuration file. */
export const toldKeys = Object.keys(checks) as readonly ToldKey[]

function oneOf(allowed: readonly string[]): (value: string) => string | undefined {
  return (value) => {
    if (allowed.includes(value)) return undefined
    const close = nearest(value, allowed)
    return close === undefined
      ? `is none of ${allowed.join(', ')}: '${value}'`
      : `cannot be '${value}', did you mean '${close}'?`
  }
}

function manyOf(allowed: readonly string[]): (value: string) => string | undefined {
  const one = oneOf(allowed)
  return (value) =>
    value
      .split(',')
      .map((item) => one(item.trim()))
      .find((mistake) => mistake !== undefined)
}

function count(value: string): string | undefined {
  return /^[1-9]\d{0,5}$/.test(value) ? undefined : `is no number of nodes: '${value}'`
}

function cidrs(value: string): string | undefined {
  const parsed = parseCidrList(value)
  if (!parsed.ok) return `is no list of address ranges: ${parsed.problem.message}`
  return parsed.value.length === 0 ? 'is empty' : undefined
}

function addresses(value: string): string | undefined {
  const wrong = value.split(',').find((address) => !parseIp(address.trim()).ok)
  return wrong === undefined ? undefined : `is no list of IP addresses: '${wrong}'`
}

function version(value: string): string | undefined {
  const parsed = parseVersion(value)
  return parsed && parsed.numbers.length > 1
    ? undefined
    : `is no Kubernetes version such as 1.34 or v1.34.2: '${value}'`
}

function endpoint(value: string): string | undefined {
  const url = /^[a-z]+:\/\//.test(value) ? value : `https://${value}`
  const isEndpoint = /^https?:/.test(url) && URL.canParse(url) && new URL(url).pathname === '/'
  return isEndpoint
    ? undefined
    : `is no address of an API server such as 10.0.0.1:6443 or https://api.example:6443: '${value}'`
}

function domain(value: string): string | undefined {
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?$/.test(value)
    ? undefined
    : `is no DNS domain: '${value}'`
}
