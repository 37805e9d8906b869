import type {Cel} from '../cel/environment.ts'
import {fleet} from '../collectors/fleet.ts'
import {FactStore} from '../facts/store.ts'
import {absent} from '../facts/value.ts'
import {snapshotHost} from '../host/snapshot.ts'
import type {Phase, Rule} from '../rules/rule.ts'
import {fleetFacts} from './fleet-facts.ts'
import type {FleetMember} from './fleet-member.ts'
import {judge} from './judge.ts'
import type {Finding} from './report.ts'

/** Judges the rules over a fleet: in the phase that is asked for, else in the one most hosts are in. */
export async function judgeFleet(
  members: readonly FleetMember[],
  rules: readonly Rule[],
  cel: Cel,
  phase: Phase,
): Promise<readonly Finding[]> {
  const values = members.length < 2 ? absent('fewer than two hosts were looked at') : fleetFacts(members)
  const store = new FactStore([{...fleet, collect: async () => values}], nowhere)
  return (await Promise.all(rules.map((rule) => judge(rule, {cel, store, phase, family: 'any'})))).flat()
}

const nowhere = snapshotHost({
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  host: {name: 'fleet', capturedAt: '1970-01-01T00:00:00Z'},
})
