import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown} from '../facts/value.ts'
import {leadingWords, processCgroup, processes, processesNamed} from './processes.ts'
import {isProgramInstalled, isUsualPlace} from './program-presence.ts'
import {hasProcesses, mayStart, type Starter} from './starters.ts'

/**
 * Whether a daemon is on this host: its program lies in a usual place or runs. On a running host a program that nothing
 * starts is none.
 */
export async function isDaemonInstalled(probe: Probe, name: Starter): Promise<Leaf<boolean>> {
  const program = await isProgramInstalled(probe, name)
  if (bare(program) === false || !(await hasProcesses(probe))) return program
  const started = await probe.once(mayStart, name)
  if (bare(started) !== true) return started
  return program instanceof Unknown ? ((await runningProgram(probe, name)) ?? program) : program
}

/** A process of its unit proves that the program is there; one in a container or a snap is not the host's. */
async function runningProgram(probe: Probe, name: Starter): Promise<Leaf<boolean> | undefined> {
  for (const process of processesNamed(await probe.once(processes), name)) {
    const [program] = leadingWords(process)
    const group = await processCgroup(probe, process.pid)
    const isOfUnit = group.state === 'read' && group.value.split('/').some((part) => units[name]?.includes(part))
    if (isOfUnit && isUsualPlace(program)) return at(true, {kind: 'file', path: `/proc/${process.pid}/cmdline`})
  }
  return undefined
}

const units: Readonly<Partial<Record<Starter, readonly string[]>>> = {
  dockerd: ['docker.service'],
  containerd: ['containerd.service'],
  crio: ['crio.service'],
  'cri-dockerd': ['cri-docker.service', 'cri-dockerd.service'],
}
