import type {FleetMember, Matter} from '../check/fleet-member.ts'
import type {Notice} from '../check/report.ts'
import {foldNames} from '../reporters/fleet/fold-names.ts'

/** What two hosts have in common that are one machine, besides its boot. */
const marks: readonly Matter[] = ['nodeNames', 'machineIds', 'productUuids', 'macAddresses']

/**
 * A notice for each machine that an audit reached by several names: what is duplicated then is no fault of the hosts. All are
 * compared nevertheless, as a host may lie.
 */
export function twinNotices(members: readonly FleetMember[], boots: ReadonlyMap<string, string>): readonly Notice[] {
  const machines = new Map<string, string[]>()
  for (const {name, told} of members) {
    const boot = boots.get(name)
    if (boot === undefined) continue
    const key = JSON.stringify([boot, ...marks.map((matter) => told[matter])])
    machines.set(key, [...(machines.get(key) ?? []), name])
  }
  return [...machines.values()]
    .filter(({length}) => length > 1)
    .map((names) => ({
      about: 'configuration',
      message: `${namesOf(names)} seem to be one machine, as they have one boot id, name, machine id and MAC address: name it once`,
    }))
}

function namesOf(names: readonly string[]): string {
  const folded = foldNames(names.toSorted())
  const shown = folded.length > 4 ? [...folded.slice(0, 3), `${folded.length - 3} more`] : folded
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
