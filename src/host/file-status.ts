import type {Stats} from 'node:fs'
import type {FileStatus} from './host.ts'

/** What kind of file a stat describes. */
export function fileType(stats: Stats): FileStatus['type'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'directory'
  if (stats.isSymbolicLink()) return 'symlink'
  if (stats.isSocket()) return 'socket'
  return stats.isFIFO() ? 'fifo' : 'device'
}

/** The status in a stat, with where the path ends and, for a link, what it says. */
export function fileStatus(stats: Stats, realPath: string, target?: string): FileStatus {
  return {
    type: fileType(stats),
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    gid: stats.gid,
    sizeBytes: stats.size,
    modifiedMs: Math.floor(stats.mtimeMs),
    ...(target === undefined ? {} : {target}),
    realPath,
  }
}
