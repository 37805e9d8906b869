import {
  closeSync,
  constants,
  fstatSync,
  open as openCallback,
  openSync,
  read as readCallback,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs'
import {lstat, stat} from 'node:fs/promises'
import {promisify} from 'node:util'
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
  readonly allowance?: Allowance
}

/** How many bytes of files may still be read whole, so that a host full of large files does not fill the memory. */
export interface Allowance {
  bytes: number
}

/** What one host may have read whole: some times what the largest package databases and policies take. */
export const fullAllowance = (): Allowance => ({bytes: 2 * maxBytes})

/** Files whose size the kernel does not tell, those of procfs, take nothing. */
function take(allowance: Allowance | undefined, bytes: number): boolean {
  if (allowance === undefined) return true
  if (bytes > allowance.bytes) return false
  allowance.bytes -= bytes
  return true
}

const tooMuch = 'is not read: the files read before it hold too much'

/**
 * The first `limit` bytes of a regular file, or all of it up to the bound of one reading. Anything else is refused before
 * it is opened, because opening a device can act on it, and once more afterwards, because the path may have changed.
 */
export async function readRegular(file: FileToOpen, limit?: number): Promise<Reading<Buffer>> {
  const {path, local, realPath} = file
  try {
    const refusal = refusalReading(path, realPath ?? path)
    if (refusal) return refusal
    const isOfProcess = realPath === undefined && ofProcess.test(local)
    if (!isOfProcess) {
      const before = await (realPath === undefined ? stat(local) : lstat(local))
      if (!before.isFile()) return notRegular(fileType(before), path)
    }
    const flags = realPath === undefined ? openFlags : openFlags | constants.O_NOFOLLOW
    const descriptor = isOfProcess ? openSync(local, flags) : await open(local, flags)
    try {
      const status = fstatSync(descriptor)
      if (!status.isFile()) return notRegular(fileType(status), path)
      const hidden = isClosed(status) && refusalReading(path, readlinkSync(`/proc/self/fd/${descriptor}`))
      if (hidden) return hidden
      if (limit === undefined && status.size > maxBytes) return unreadable(tooLarge, fileSource(path))
      if (limit === undefined && !take(file.allowance, status.size)) return unreadable(tooMuch, fileSource(path))
      const bytes = await readUpTo(
        descriptor,
        limit ?? maxBytes + 1,
        status.size,
        isOfProcess && local.endsWith('/comm'),
      )
      const isTooLarge = limit === undefined && bytes.length > maxBytes
      return isTooLarge ? unreadable(tooLarge, fileSource(path)) : read(bytes, fileSource(path))
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    return failureReading(error, path)
  }
}

/** Callbacks made promises, because a FileHandle costs several times as much on hundreds of small files. */
const open = promisify(openCallback)
const readBytes = promisify(readCallback)
/**
 * What the kernel shows of a process: no device, open at once, and there are too many to look at each twice. Reading can wait
 * for the process, as that of its arguments does, except for its name.
 */
const ofProcess = /^\/proc\/\d+\/[a-z]+$/
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Whether others may not read the file: only such files can be secrets that a link leads to. */
function isClosed(status: Stats): boolean {
  return (status.mode & 0o004) === 0
}

/**
 * Reads until the end or the limit; the size is a hint only, because files of procfs say 0 and those of sysfs 4096. Once the
 * file has answered, the short rest is read without the detour over a thread, which costs more than the reading; so is all
 * of a file that always answers.
 */
async function readUpTo(descriptor: number, limit: number, sizeHint: number, answers: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  let wanted = sizeHint > 0 ? sizeHint : firstChunkBytes
  while (length < limit) {
    const chunk = Buffer.allocUnsafe(Math.min(limit - length, wanted))
    const isRest = length > 0 && length < wanted
    const bytesRead =
      isRest || answers
        ? readSync(descriptor, chunk, 0, chunk.length, null)
        : (await readBytes(descriptor, chunk, 0, chunk.length, null)).bytesRead
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
    if (length === sizeHint) break
    if (bytesRead === chunk.length) wanted = chunkBytes
  }
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}

const firstChunkBytes = 4096
const chunkBytes = 64 * 1024
