import type {Reading} from './host.ts'
import {absent, fileSource, unreadable} from './reading.ts'

/** Why a path whose links lead in a circle cannot be read, as ELOOP. */
export const linkLoop = 'has too many levels of symbolic links'

/** The reading a failed system call on a path gives: missing paths and processes that ended are absent. */
export function failureReading(error: unknown, path: string): Reading<never> {
  const source = fileSource(path)
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESRCH') return absent(source)
  return unreadable(reasons[code] ?? `cannot be read: ${code}`, source)
}

/** What a failed system call on a path that the user named says of it, as in `permission denied`. */
export function failureReason(error: unknown): string {
  const reading = failureReading(error, '')
  return reading.state === 'unreadable' ? reading.reason.replace(/^cannot be read: /, '') : 'no such file or directory'
}

/** The code of a failed system call, as in `ENOENT`; the message of any other failure. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; run as root',
  EPERM: 'permission denied; run as root',
  EISDIR: 'is a directory',
  ELOOP: linkLoop,
  EAGAIN: 'has nothing to read without waiting',
  EINVAL: 'cannot be read: the kernel has no value for it (EINVAL)',
  EIO: 'cannot be read: input/output error (EIO)',
  ESTALE: 'cannot be read: stale network file handle (ESTALE)',
  ENOTCONN: 'cannot be read: the file system is not connected (ENOTCONN)',
  ENAMETOOLONG: 'has too long a name',
}
