import {lstat, readlink, realpath, stat} from 'node:fs/promises'
import {mapConcurrently} from './concurrent.ts'
import {withDeadline} from './deadline.ts'
import {errorCode, failureReading} from './file-failure.ts'
import {fileStatus} from './file-status.ts'
import type {FileStatus, Reading, StatusOptions} from './host.ts'
import {baseOf, joinPath, normalPath, parentOf, resolvePath, type Step} from './path.ts'
import {fileSource, read} from './reading.ts'

/** Looks at the status of many paths at once. */
type StatusOf = (paths: readonly string[], options: StatusOptions) => Promise<Map<string, Reading<FileStatus>>>

/** Looks at paths of this machine; each directory above them is resolved only once. */
export function liveStatuses(): StatusOf {
  const directories = new Map<string, Promise<string>>()
  const directoryEnd = (path: string): Promise<string> => {
    const known = directories.get(path)
    if (known) return known
    const end = endOf(path)
    directories.set(path, end)
    return end
  }
  return async (paths, options) => {
    const readings = await mapConcurrently([...new Set(paths)], maxCalls, async (path) => {
      const reading = await withDeadline(path, () => statusOf(path, options.follow ?? false, directoryEnd))
      return [path, reading] as const
    })
    return new Map(readings)
  }
}

async function statusOf(
  path: string,
  isFollowed: boolean,
  directoryEnd: (path: string) => Promise<string>,
): Promise<Reading<FileStatus>> {
  try {
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) {
      const [target, end] = await Promise.all([readlink(path), endOf(path)])
      const status = isFollowed ? fileStatus(await stat(path), end) : fileStatus(stats, end, target)
      return read(status, fileSource(path))
    }
    const isNormal = path !== '/' && normalPath(path) === path
    const end = isNormal ? joinPath(await directoryEnd(parentOf(path)), baseOf(path)) : await endOf(path)
    return read(fileStatus(stats, end), fileSource(path))
  } catch (error) {
    return failureReading(error, path)
  }
}

/** Where a path ends; a dangling link ends where its file would be, a loop at the path itself. */
async function endOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const end = await resolvePath(path, lookUp)
    return end.state === 'loop' ? normalPath(path) : end.path
  }
}

async function lookUp(path: string): Promise<Step> {
  try {
    return {link: await readlink(path)}
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EINVAL') return 'directory'
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unknown'
  }
}

const maxCalls = 256
