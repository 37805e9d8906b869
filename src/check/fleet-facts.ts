import type {fleet} from '../collectors/fleet.ts'
import type {ValuesOf} from '../facts/fields.ts'
import {unknown} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {type FleetMember, type Matter, matterNames, type Told} from './fleet-member.ts'

type FleetValues = ValuesOf<(typeof fleet)['fields']>
type ValueItems = Extract<FleetValues['kernels'], readonly unknown[]>

/** The values of the fact `fleet`; hosts come in the order of their names, whichever answered first. */
export function fleetFacts(unordered: readonly FleetMember[]): FleetValues {
  const members = unordered.toSorted((a, b) => compareNames(a.name, b.name))
  const lists = matterNames.map((matter) => [matter, valuesOf(members, matter)] as const)
  const {initiatorNames, nvmeNames, ...others} = Object.fromEntries(lists) as Record<Matter, ValueItems>
  return {
    hostCount: members.length,
    ...others,
    initiatorNames: [...initiatorNames, ...nvmeNames],
    clocks: clocksOf(members),
    rangeClashes: rangeClashesOf(members),
    rangedHosts: members.filter(({nodeRanges = []}) => nodeRanges.length > 0).length,
  }
}

/** Names in the order of people, node-2 before node-10, the same wherever it is asked. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : 1)

/** Some hosts by name and the rest counted. */
export function hostsInWords(hosts: readonly string[]): string {
  const shown = hosts.length > maxNamed + 1 ? hosts.slice(0, maxNamed) : hosts
  const rest = hosts.length - shown.length
  const named = rest > 0 ? shown : shown.slice(0, -1)
  const last = rest > 0 ? `${rest} more` : (shown.at(-1) ?? '')
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`
}

const collator = new Intl.Collator('en', {numeric: true})
const maxNamed = 3

/** The distinct values, the commonest first; then an item for each reason why hosts told none. */
function valuesOf(members: readonly FleetMember[], matter: Matter): ValueItems {
  const byValue = grouped(members, ({told}) => textOf(told[matter]))
  const byReason = grouped(members, ({told}) => reasonOf(told[matter]))
  const values = [...byValue].sort(([, a], [, b]) => b.length - a.length)
  const [reference = '', holders = []] = values[0] ?? []
  return [
    ...values.map(([value, hosts], index) => ({
      name: value,
      hosts,
      where: hostsInWords(hosts),
      count: hosts.length,
      isReference: index === 0,
      reference,
      referenceWhere: hostsInWords(holders),
    })),
    ...[...byReason].map(([reason, hosts]) => {
      const gap = unknown(`${hostsInWords(hosts)}: ${reason}`)
      const lost = {count: gap, isReference: gap, reference: gap, referenceWhere: gap}
      return {name: 'not told', hosts, where: hostsInWords(hosts), ...lost}
    }),
  ]
}

const textOf = (told: Told): string => ('value' in told ? told.value : '')
const reasonOf = (told: Told): string => ('unknown' in told ? told.unknown : '')

function grouped(
  members: readonly FleetMember[],
  keyOf: (member: FleetMember) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const member of members) {
    const key = keyOf(member)
    if (key === '') continue
    const group = groups.get(key)
    if (group) group.push(member.name)
    else groups.set(key, [member.name])
  }
  return groups
}

function clocksOf(members: readonly FleetMember[]): FleetValues['clocks'] {
  const clocks = members.flatMap(({name, clockAheadMs}) =>
    clockAheadMs === undefined ? [] : [{name, aheadMs: clockAheadMs}],
  )
  const sorted = clocks.map(({aheadMs}) => aheadMs).sort((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return clocks.map(({name, aheadMs}) => ({name, hosts: [name], aheadSeconds: Math.trunc((aheadMs - middle) / 1000)}))
}

/** The ranges that overlap one after the other, where they are of more than one host. */
function rangeClashesOf(members: readonly FleetMember[]): FleetValues['rangeClashes'] {
  const ranges = members
    .flatMap(({name, nodeRanges = []}) =>
      nodeRanges.flatMap((cidr) => {
        const parsed = parseCidr(cidr)
        return parsed.ok ? [{host: name, ...parsed.value}] : []
      }),
    )
    .sort((a, b) => a.family - b.family || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  const clashes: (typeof ranges)[] = []
  let last: {readonly family: number; readonly at: bigint} = {family: 0, at: -1n}
  for (const range of ranges) {
    const overlaps = range.family === last.family && range.first <= last.at
    if (overlaps) clashes.at(-1)?.push(range)
    else clashes.push([range])
    last = {family: range.family, at: overlaps && last.at > range.last ? last.at : range.last}
  }
  return clashes.flatMap((clash) => {
    const hosts = [...new Set(clash.map(({host}) => host))]
    const blocks = [...new Set(clash.map(({canonical}) => canonical))]
    const [block = ''] = blocks
    if (hosts.length < 2) return []
    const each = clash.map(({host, canonical}) => `${host} ${canonical}`)
    return [{name: block, hosts, where: blocks.length > 1 ? hostsInWords(each) : `${block} on ${hostsInWords(hosts)}`}]
  })
}
