import {constants, type Stats} from 'node:fs'
import {type FileHandle, lstat, open, readlink, stat} from 'node:fs/promises'
import {notRegular, refusalReading, tooLarge} from './decode.ts'
import {failureReading} from './file-failure.ts'
import {fileType} from './file-status.ts'
import type {Reading} from './host.ts'
import {fileSource, maxBytes, read, unreadable} from './reading.ts'

/** How a file is opened: `path` is the path of the host that readings name, `local` the one this process opens. */
export interface FileToOpen {
  readonly path: string
  readonly local: string
  /** The path inside the host without links, where they were resolved before: then no link is followed any more. */
  readonly realPath?: string
}

/**
 * The first `limit` bytes of a regular file, or all of it up to the bound of one reading. Anything else is refused before
 * it is opened, because opening a device can act on it, and once more afterwards, because the path may have changed.
 */
export async function readRegular(file: FileToOpen, limit?: number): Promise<Reading<Buffer>> {
  const {path, local, realPath} = file
  try {
    const before = await (realPath === undefined ? stat(local) : lstat(local))
    if (!before.isFile()) return notRegular(fileType(before), path)
    const handle = await open(local, realPath === undefined ? openFlags : openFlags | constants.O_NOFOLLOW)
    try {
      const status = await handle.stat()
      if (!status.isFile()) return notRegular(fileType(status), path)
      const end = realPath ?? (isClosed(status) ? await readlink(`/proc/self/fd/${handle.fd}`) : path)
      const refusal = refusalReading(path, end)
      if (refusal) return refusal
      if (limit === undefined && status.size > maxBytes) return unreadable(tooLarge, fileSource(path))
      const bytes = await readUpTo(handle, limit ?? maxBytes + 1, status.size)
      return limit === undefined && bytes.length > maxBytes
        ? unreadable(tooLarge, fileSource(path))
        : read(bytes, fileSource(path))
    } finally {
      await handle.close()
    }
  } catch (error) {
    return failureReading(error, path)
  }
}

const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Whether others may not read the file: only such files can be secrets that a link leads to. */
function isClosed(status: Stats): boolean {
  return (status.mode & 0o004) === 0
}

/** Reads until the end or the limit; the size is a hint only, because files of procfs say 0 and those of sysfs 4096. */
async function readUpTo(handle: FileHandle, limit: number, sizeHint: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < limit) {
    const chunk = Buffer.allocUnsafe(Math.min(limit - length, length === 0 && sizeHint > 0 ? sizeHint + 1 : chunkBytes))
    const {bytesRead} = await handle.read(chunk, 0, chunk.length, null)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
    if (sizeHint > 0 && length === sizeHint) break
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

const chunkBytes = 64 * 1024
