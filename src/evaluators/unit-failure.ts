import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {unit} from './unit.ts'

/** Whether systemd counts a unit as failed; a host without the unit is not asked: `probe.once(hasFailed, 'a.service')`. */
export async function hasFailed(probe: Probe, name: string): Promise<Leaf<boolean>> {
  const found = await probe.once(unit, name)
  if (found.state !== 'found') return false
  if (probe.mode === 'root') return unknown('a mounted root file system runs no units')
  const answer = await probe.run(['systemctl', 'show', name, '-p', 'ActiveState'])
  if (answer.state === 'absent') return unknown('there is no systemctl to ask for failed units', answer.source)
  if (answer.state === 'unreadable') return unknown(`systemctl ${answer.reason}`, answer.source)
  const state = /^ActiveState=(\S+)$/m.exec(answer.value.stdout)?.[1]
  return state === undefined
    ? unknown(`systemctl does not tell the state of ${name}`)
    : at(state === 'failed', answer.source)
}
