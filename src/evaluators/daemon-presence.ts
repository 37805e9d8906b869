import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown} from '../facts/value.ts'
import {processes, processesNamed} from './processes.ts'
import {isProgramInstalled} from './program-presence.ts'
import {serviceCommand} from './service-command.ts'
import {hasProcesses, mayStart, type Starter} from './starters.ts'
import {isInContainer} from './tool-kubelet.ts'

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

/** The process of its unit's program proves that the program is there; one in a container is not the host's. */
async function runningProgram(probe: Probe, name: Starter): Promise<Leaf<boolean> | undefined> {
  const service = await probe.once(serviceCommand, `${name}.service`)
  const started = service.state === 'found' ? service.words[0]?.text : undefined
  for (const {pid, argv} of processesNamed(await probe.once(processes), name)) {
    if (argv[0]?.split(' ')[0] !== started || (await isInContainer(probe, pid))) continue
    return at(true, {kind: 'file', path: `/proc/${pid}/cmdline`})
  }
  return undefined
}
