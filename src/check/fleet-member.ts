import {cluster} from '../collectors/cluster.ts'
import {cni} from '../collectors/cni.ts'
import {cniBundle} from '../collectors/cni-bundle.ts'
import {identity} from '../collectors/identity.ts'
import {kubelet} from '../collectors/kubelet.ts'
import {os} from '../collectors/os.ts'
import {runtime} from '../collectors/runtime.ts'
import type {Collected, Collector} from '../facts/collector.ts'
import type {Fields} from '../facts/fields.ts'
import type {FactStore} from '../facts/store.ts'
import {Absent, bare, type Leaf, Unknown} from '../facts/value.ts'
import type {Host} from '../host/host.ts'

/** What one host tells of a matter that hosts are compared in; a text that is empty is nothing to compare. */
export type Told = {readonly value: string} | {readonly unknown: string}

/** What is kept of a host for the comparison with others. */
export interface FleetMember {
  /** What the audit calls it. */
  readonly name: string
  readonly told: Readonly<Record<Matter, Told>>
  /** The ranges this node alone hands out to pods, undefined where they are not known. */
  readonly nodeRanges: readonly string[] | undefined
  /** How far its clock is ahead of this machine's, in milliseconds; undefined for recordings. */
  readonly clockAheadMs: number | undefined
}

/** The matters that hosts are compared in, as the fact `fleet` names them, and how each is told. */
const matters = {
  nodeNames: told(identity, ({nodeName}) => [nodeName]),
  machineIds: told(identity, ({machineId}) => [machineId]),
  productUuids: told(identity, ({productUuid}) => [productUuid]),
  macAddresses: told(identity, ({macAddress}) => [macAddress]),
  initiatorNames: told(identity, ({initiatorName}) => [initiatorName]),
  nvmeNames: told(identity, ({nvmeName}) => [nvmeName]),
  mtus: told(identity, ({mtu}) => [zeroAsEmpty(mtu)]),
  kubeletVersions: told(kubelet, ({isInstalled, version}) => (bare(isInstalled) === false ? [] : [version])),
  runtimes: told(runtime, ({name, version}) => (bare(name) === '' ? [] : [name, version])),
  kernels: told(os, ({id, versionId, architecture, kernelRelease}) => [id, versionId, architecture, kernelRelease]),
  networkPlugins: told(cni, ({network}) => [network]),
  cniReleases: told(cniBundle, ({version}) => [version instanceof Unknown ? '' : version]),
  podRanges: told(cluster, ({podCidrs}) => [joined(podCidrs)]),
  serviceRanges: told(cluster, ({serviceCidrs}) => [joined(serviceCidrs)]),
  dnsSettings: told(cluster, ({clusterDns, clusterDomain}) => {
    return isEmpty(clusterDns) ? [] : [joined(clusterDns), asDomain(clusterDomain)]
  }),
} satisfies Readonly<Record<string, (store: FactStore) => Promise<Told>>>

export type Matter = keyof typeof matters
export const matterNames = Object.keys(matters) as readonly Matter[]

/** Reads what a host is to be compared by, while it can still be asked. */
export async function fleetMember(name: string, host: Host, store: FactStore): Promise<FleetMember> {
  const [values, ranges] = await Promise.all([
    Promise.all(matterNames.map(async (matter) => [matter, await matters[matter](store)] as const)),
    nodeRangesOf(store),
  ])
  return {
    name,
    told: Object.fromEntries(values) as Record<Matter, Told>,
    nodeRanges: ranges,
    clockAheadMs: host.mode === 'shell' ? host.now() - Date.now() : undefined,
  }
}

/** A matter told by fields of one fact, joined by spaces; a fact the host has nothing of tells nothing. */
function told<F extends Fields>(
  fact: Collector<F>,
  pick: (values: Exclude<Collected<F>, Absent | Unknown>) => readonly Leaf<string>[],
): (store: FactStore) => Promise<Told> {
  return async (store) => {
    const values = await store.collect(fact)
    if (values instanceof Absent) return {value: ''}
    if (values instanceof Unknown) return {unknown: values.reason}
    const leaves = pick(values as Exclude<Collected<F>, Absent | Unknown>)
    const gap = leaves.find((leaf) => leaf instanceof Unknown)
    if (gap instanceof Unknown) return {unknown: gap.reason}
    const texts = leaves.map((leaf) => bare(leaf) ?? '').filter((text) => text !== '')
    return {value: texts.join(' ')}
  }
}

async function nodeRangesOf(store: FactStore): Promise<readonly string[] | undefined> {
  const values = await store.collect(cluster)
  if (values instanceof Absent || values instanceof Unknown) return undefined
  return bare(values.nodeRanges)?.flatMap((range) =>
    range instanceof Absent || range instanceof Unknown || bare(range.isPlanned) ? [] : [bare(range.cidr) ?? ''],
  )
}

/** Domains are compared without the dot at their end and without regard to letter case. */
function asDomain(domain: Leaf<string>): Leaf<string> {
  return domain instanceof Unknown ? domain : (bare(domain) ?? '').replace(/\.$/, '').toLowerCase()
}

function joined(list: Leaf<readonly Leaf<string>[]>): Leaf<string> {
  return list instanceof Unknown ? list : (bare(list) ?? []).map((item) => bare(item) ?? '').join(',')
}

const isEmpty = (list: Leaf<readonly unknown[]>): boolean => bare(list)?.length === 0

function zeroAsEmpty(number: Leaf<number>): Leaf<string> {
  if (number instanceof Unknown) return number
  return bare(number) === 0 ? '' : String(bare(number))
}
