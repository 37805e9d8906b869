import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {findProgram} from './programs.ts'

/** Whether a program lies in any of the usual places, with its path as the source. */
export async function isProgramInstalled(probe: Probe, name: string): Promise<Leaf<boolean>> {
  const search = await probe.once(findProgram, name, searchedDirectories)
  const found = search.found ?? search.elsewhere[0]
  if (found) return at(true, {kind: 'file', path: found.path})
  return search.gap ? unknown(search.gap.reason, search.gap.source) : false
}

/** Whether a program lies in one of those places. */
export const isUsualPlace = (path: string): boolean =>
  searchedDirectories.split(':').includes(path.slice(0, path.lastIndexOf('/')))

const searchedDirectories = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin'
