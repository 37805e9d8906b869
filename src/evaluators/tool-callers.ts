import type {Probe} from '../facts/probe.ts'
import {hostCalls} from './host-calls.ts'
import {searchPath} from './service-path.ts'
import {type Consumer, noConsumer} from './tool-consumer.ts'

/** The units of this host that call a program, by themselves or in a script they run: `probe.once(toolCallers, 'brctl')`. */
export async function toolCallers(probe: Probe, tool: string): Promise<readonly Consumer[]> {
  const calls = (await probe.once(hostCalls)).filter(({program}) => program === tool || program.endsWith(`/${tool}`))
  if (calls.length === 0) return [noConsumer(`no unit of this host calls ${tool}`)]
  return calls.map(({program, caller, unit, path, source}): Consumer => {
    const isBare = program === tool
    const directory = program.slice(0, program.lastIndexOf('/'))
    return {
      state: 'present',
      label: caller,
      service: isBare ? unit : '',
      path: isBare ? path : searchPath(directory, source),
      source,
    }
  })
}
