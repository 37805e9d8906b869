import type {FileStatus, Host, Reading} from './host.ts'
import {type Resolved, resolvePath, type Step} from './path.ts'

/** The links that lead to a set of paths, as a host has them. */
export interface RecordedLinks {
  /** The statuses of the paths, of all directories above them and of where their links lead, links not followed. */
  readonly statuses: ReadonlyMap<string, Reading<FileStatus>>
  /** The links that were passed. */
  readonly visited: ReadonlySet<string>
  resolve(path: string, followLast: boolean): Promise<Resolved>
}

/** Asks a host for the links on the way to the paths, in as few batches as the longest chain of links has members. */
export async function linksOf(host: Pick<Host, 'status'>, paths: readonly string[]): Promise<RecordedLinks> {
  const statuses = new Map<string, Reading<FileStatus>>()
  const visited = new Set<string>()
  const unseen = new Set<string>()
  const lookUp = (path: string): Step => {
    const status = statuses.get(path)
    if (!status) unseen.add(path)
    const step = stepOf(status)
    if (typeof step === 'object') visited.add(path)
    return step
  }
  const resolve = (path: string, followLast: boolean): Promise<Resolved> => resolvePath(path, lookUp, followLast)
  do {
    for (const [path, status] of await host.status([...unseen])) statuses.set(path, status)
    unseen.clear()
    for (const path of paths) await resolve(path, true)
  } while (unseen.size > 0)
  return {statuses, visited, resolve}
}

function stepOf(status: Reading<FileStatus> | undefined): Step {
  if (status?.state === 'absent') return 'absent'
  if (status?.state !== 'read') return 'unknown'
  const {type, target} = status.value
  if (target !== undefined) return {link: target}
  return type === 'directory' ? 'directory' : 'other'
}
