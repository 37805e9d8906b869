import type {Origin} from '../source.ts'
import type {Reading} from './host.ts'

/** The largest file and the longest output that is read whole; longer is unreadable. */
export const maxBytes = 16 * 1024 * 1024

/** A value that was read. */
export function read<T>(value: T, source: Origin): Reading<T> {
  return {state: 'read', value, source}
}

/** Proof that the thing does not exist. */
export function absent(source: Origin): Reading<never> {
  return {state: 'absent', source}
}

/** The reason why nobody could look. */
export function unreadable(reason: string, source: Origin): Reading<never> {
  return {state: 'unreadable', reason, source}
}

/** The source of what a file of the host says. */
export function fileSource(path: string): Origin {
  return {kind: 'file', path}
}

/** The source of what a command of the host answered. */
export function commandSource(argv: readonly string[]): Origin {
  return {kind: 'command', argv: [...argv]}
}

/** The source of the hardware inventory. */
export const hardwareSource: Origin = fileSource('/sys/class/dmi/id')
