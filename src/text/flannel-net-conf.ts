import {type Cidr, containsIp, parseCidr} from './cidr.ts'
import {type DocumentNode, mappingOf} from './document.ts'
import {addressBits, type IpFamily, parseIp} from './ip-address.ts'

/** Something that keeps flannel from using its configuration, in its words where it has any. */
export interface NetConfProblem {
  readonly message: string
  readonly line: number
}

/** A member of flannel's configuration: like Go's JSON reader it takes keys whatever their case, the last one. */
export function netConfMember(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  const members = [...(mappingOf(node) ?? [])]
  return members.findLast(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
}

/** The networks flannel uses: IPv4 unless it is off, IPv6 only where it is on. k3s writes both, whatever is on. */
export function usedNetworks(document: DocumentNode | undefined): readonly ('Network' | 'IPv6Network')[] {
  const has4 = netConfMember(document, 'EnableIPv4')?.value !== false
  const has6 = netConfMember(document, 'EnableIPv6')?.value === true
  return [...(has4 ? (['Network'] as const) : []), ...(has6 ? (['IPv6Network'] as const) : [])]
}

/**
 * What flannel finds wrong with a configuration (pkg/subnet/config.go). How a network is cut into subnets matters only where
 * flannel cuts it by itself, with leases in etcd: otherwise Kubernetes gives the nodes their ranges.
 */
export function netConfProblems(document: DocumentNode, isCutByFlannel: boolean): readonly NetConfProblem[] {
  if (!mappingOf(document)) return [{message: 'the configuration is no JSON object', line: document.line}]
  const used = usedNetworks(document)
  if (used.length === 0) return [{message: 'neither EnableIPv4 nor EnableIPv6 is on', line: document.line}]
  return used.flatMap((key) =>
    key === 'Network'
      ? familyProblems(document, 4, '', isCutByFlannel)
      : familyProblems(document, 6, 'IPv6', isCutByFlannel),
  )
}

function familyProblems(
  document: DocumentNode,
  family: IpFamily,
  prefix: string,
  isCutByFlannel: boolean,
): readonly NetConfProblem[] {
  const key = `${prefix}Network`
  const node = netConfMember(document, key)
  if (typeof node?.value !== 'string') {
    return [
      {message: `please define a correct ${key} parameter in the flannel config`, line: node?.line ?? document.line},
    ]
  }
  const {line} = node
  const parsed = parseCidr(node.value)
  if (!parsed.ok || parsed.value.family !== family) return [{message: `${key} is no range: ${node.value}`, line}]
  const longest = addressBits[family] - 4
  if (parsed.value.prefix > longest) {
    return [{message: `network is too small. Minimum useful network prefix is /${longest}`, line}]
  }
  return isCutByFlannel ? subnetProblems(document, parsed.value, prefix) : []
}

function subnetProblems(document: DocumentNode, network: Cidr, prefix: string): readonly NetConfProblem[] {
  const node = netConfMember(document, `${prefix}SubnetLen`)
  const given = typeof node?.value === 'number' && node.value > 0 ? node.value : undefined
  const line = node?.line ?? document.line
  const bits = addressBits[network.family]
  if (given !== undefined && given > bits - 2) return [{message: `SubnetLen must be less than /${bits - 1}`, line}]
  if (given !== undefined && given < network.prefix + 2) {
    return [{message: 'network must be able to accommodate at least four subnets', line}]
  }
  const usual = network.family === 4 ? 24 : 64
  const length = given ?? (network.prefix <= usual - 2 ? usual : network.prefix + 2)
  return [`${prefix}SubnetMin`, `${prefix}SubnetMax`].flatMap((key) =>
    boundProblems(netConfMember(document, key), key, network, length),
  )
}

function boundProblems(
  node: DocumentNode | undefined,
  key: string,
  network: Cidr,
  length: number,
): readonly NetConfProblem[] {
  if (!node) return []
  const ip = typeof node.value === 'string' ? parseIp(node.value) : undefined
  if (!ip?.ok || !containsIp(network, ip.value)) {
    return [{message: `${key} is not in the range of the Network`, line: node.line}]
  }
  const size = 1n << BigInt(addressBits[network.family] - length)
  const isOnBoundary = ip.value.value % size === 0n
  return isOnBoundary ? [] : [{message: `${key} is not on a SubnetLen boundary: ${node.value}`, line: node.line}]
}
