import type {Probe} from '../facts/probe.ts'
import {type HostCall, hostCalls, hostCallsGap} from './host-calls.ts'
import {serviceCommand} from './service-command.ts'
import {type SearchPath, searchPath} from './service-path.ts'
import {type Consumer, noConsumer, pathOfService, shellPath} from './tool-consumer.ts'

/** The units of this host that call a program, by themselves or in a script they run: `probe.once(toolCallers, 'brctl')`. */
export async function toolCallers(probe: Probe, tool: string): Promise<readonly Consumer[]> {
  const calls = (await probe.once(hostCalls)).filter(({program}) => program === tool || program.endsWith(`/${tool}`))
  const gap = calls.length === 0 ? await probe.once(hostCallsGap) : undefined
  if (gap) return [{state: 'possible', label: 'a unit of this host', reason: gap.reason, service: '', path: shellPath}]
  if (calls.length === 0) return [noConsumer(`no unit of this host calls ${tool}`)]
  return Promise.all(
    calls.map(async (call): Promise<Consumer> => {
      const {program, caller, unit, source} = call
      const service = program === tool ? unit : ''
      return {state: 'present', label: caller, service, path: await pathOf(probe, call), source}
    }),
  )
}

/**
 * A bare name is searched on the unit's PATH, which a script may widen, by udev in its own directory (udev(7)); a path says
 * where it is looked for.
 */
async function pathOf(probe: Probe, {program, unit, isInScript, source}: HostCall): Promise<SearchPath> {
  const directory = program.slice(0, program.lastIndexOf('/'))
  if (program.includes('/')) return searchPath(directory, source)
  if (unit === '') return searchPath('/usr/lib/udev:/lib/udev', {kind: 'default', of: 'udev'})
  const path = await pathOfService(probe, await probe.once(serviceCommand, unit))
  return isInScript ? {...path, directories: [...path.directories, ...shellPath.directories]} : path
}
