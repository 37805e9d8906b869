import {isUtf8} from 'node:buffer'
import type {Reading} from './host.ts'
import {isBelow} from './path.ts'
import {fileSource, maxBytes, read, unreadable} from './reading.ts'
import {redact, refusal} from './redact.ts'

/** Why a file beyond the bound of one reading is not read. */
export const tooLarge = `is larger than ${maxBytes / 1024 / 1024} MiB`

/**
 * A file's bytes as redacted text. Invalid UTF-8 is unreadable, except below /proc and /sys, where command lines and device
 * strings may hold any byte: there it is replaced.
 */
export function textReading(bytes: Buffer, path: string): Reading<string> {
  const source = fileSource(path)
  if (bytes.length > maxBytes) return unreadable(tooLarge, source)
  const text = bytes.toString('utf8')
  if (isUtf8(bytes) || isBelow(path, '/proc') || isBelow(path, '/sys')) return read(redacted(text, path), source)
  return unreadable(`is not UTF-8 text: invalid byte at offset ${invalidOffset(bytes, text)}`, source)
}

/** A file's text that needs no decoding, redacted and within the bound. */
export function decodedText(text: string, path: string): Reading<string> {
  const source = fileSource(path)
  return Buffer.byteLength(text) > maxBytes ? unreadable(tooLarge, source) : read(redacted(text, path), source)
}

/** The lists of packages hold no secrets and are too large to be searched for them in vain. */
const redacted = (text: string, path: string): string => (isBelow(path, '/var/lib/dpkg') ? text : redact(text))

/** The reading of something that is no regular file: opening it could block, never end or act on a device. */
export function notRegular(type: string, path: string): Reading<never> {
  return unreadable(`is a ${type}, not a regular file`, fileSource(path))
}

/** The reading of a file that is never opened because of what it holds, under the path asked for or the one it leads to. */
export function refusalReading(path: string, realPath: string): Reading<never> | undefined {
  const reason = refusal(path) ?? refusal(realPath)
  return reason === undefined ? undefined : unreadable(reason, fileSource(path))
}

/** The first bytes of a file: of a text with secrets redacted, of a binary (one with a NUL early on) exactly. */
export function headReading(bytes: Buffer, path: string): Reading<Uint8Array> {
  const isBinary = bytes.subarray(0, 1024).includes(0)
  const shown = isBinary ? bytes : Buffer.from(redact(bytes.toString('latin1')), 'latin1')
  return read(new Uint8Array(shown), fileSource(path))
}

/** The byte offset of the first replacement character that the bytes themselves do not spell. */
function invalidOffset(bytes: Buffer, text: string): number {
  let offset = 0
  let from = 0
  for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, from)) {
    offset += Buffer.byteLength(text.slice(from, at))
    if (!bytes.subarray(offset, offset + 3).equals(spelled)) return offset
    offset += spelled.length
    from = at + 1
  }
  return offset
}

const replacement = '\uFFFD'
const spelled = Buffer.from(replacement)
