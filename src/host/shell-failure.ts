import {failureReading} from './file-failure.ts'
import type {Reading} from './host.ts'
import {fileSource, unreadable} from './reading.ts'

/** The reading that a program's complaint about a path stands for, by the text after its last colon. */
export function complaintReading(complaint: string, path: string): Reading<never> {
  const text = complaint.slice(complaint.lastIndexOf(': ') + 2).trim()
  const code = codes[text]
  if (code === undefined) return unreadable(`cannot be read: ${text}`, fileSource(path))
  return failureReading(Object.assign(new Error(text), {code}), path)
}

/** Why nothing is known of a path that was asked for together with one that hangs. */
export const late = 'did not answer in time, or another path asked for with it did not'

/** The exit code of a program that `timeout -s KILL` ended. */
export const killed = 137

/** The messages of glibc and musl in the C locale. */
const codes: Readonly<Record<string, string>> = {
  'No such file or directory': 'ENOENT',
  'Not a directory': 'ENOTDIR',
  'No such process': 'ESRCH',
  'Permission denied': 'EACCES',
  'Operation not permitted': 'EPERM',
  'Too many levels of symbolic links': 'ELOOP',
  'Symbolic link loop': 'ELOOP',
  'Resource temporarily unavailable': 'EAGAIN',
  'Invalid argument': 'EINVAL',
  'Input/output error': 'EIO',
  'I/O error': 'EIO',
  'Stale file handle': 'ESTALE',
  'Transport endpoint is not connected': 'ENOTCONN',
  'Socket not connected': 'ENOTCONN',
  'File name too long': 'ENAMETOOLONG',
  'Filename too long': 'ENAMETOOLONG',
}
