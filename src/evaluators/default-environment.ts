import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type EnvironmentVariable, readEnvironment} from '../text/systemd-environment.ts'
import {mergeUnit} from '../text/systemd-merge.ts'
import {unitSpecifiers} from '../text/systemd-specifiers.ts'
import {readConfDirectories} from './conf-directories.ts'

/** The variables systemd hands to every service, or the file that could not be read. */
export type DefaultEnvironment =
  | {readonly state: 'read'; readonly variables: readonly EnvironmentVariable[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * Reads `DefaultEnvironment=` of system.conf and its drop-ins. `ManagerEnvironment=` is left out: the system manager keeps
 * it to itself (systemd-system.conf(5)).
 */
export async function defaultEnvironment(probe: Probe): Promise<DefaultEnvironment> {
  const dropInDirectories = await Promise.all(
    directories.map(async (directory) => {
      const path = `${directory}/system.conf.d`
      return directory === own || (await probe.list(path)).state !== 'unreadable' ? [path] : []
    }),
  )
  const [mains, dropIns] = await Promise.all([
    Promise.all(directories.map((directory) => probe.readFile(`${directory}/system.conf`))),
    readConfDirectories(probe, dropInDirectories.flat()),
  ])
  if (dropIns.state === 'unknown') return dropIns
  const index = mains.findIndex(
    ({state}, place) => state === 'read' || (state === 'unreadable' && directories[place] === own),
  )
  const main = mains[index]
  const path = `${directories[index]}/system.conf`
  if (main?.state === 'unreadable') return {state: 'unknown', reason: `${path} ${main.reason}`, source: main.source}
  const text = main?.state === 'read' ? [{path, text: main.value}] : []
  const values = mergeUnit([...text, ...dropIns.files]).settings.get('Manager.DefaultEnvironment')?.values ?? []
  return {state: 'read', variables: readEnvironment(values, unitSpecifiers('')).variables}
}

/** Where administrators write; the other places hold what nobody has changed, and few recordings have them. */
const own = '/etc/systemd'
/** A main file in a stronger directory replaces the weaker ones. */
const directories = [own, '/run/systemd', '/usr/local/lib/systemd', '/usr/lib/systemd']
