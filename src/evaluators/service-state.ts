import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, Unknown} from '../facts/value.ts'
import {processes, processesNamed} from './processes.ts'
import {isActive} from './unit-state.ts'

/** Whether a daemon runs: a process of one of its names, else, where processes cannot be seen, its unit. */
export async function isDaemonRunning(probe: Probe, program: string, unit: string): Promise<Leaf<boolean>> {
  const all = await probe.once(processes)
  const [running] = processesNamed(all, program)
  if (running) return at(true, {kind: 'file', path: `/proc/${running.pid}/cmdline`})
  const active = await isActive(probe, unit)
  return active instanceof Unknown && all.state === 'read' ? at(false, all.source) : active
}
