import {isUtf8} from 'node:buffer'
import {isBelow} from './path.ts'
import type {SnapshotFile} from './snapshot-document.ts'

/** What a bundle holds, by normal paths below its root (which begin with a slash), in the terms of a snapshot. */
export type BundleMembers = ReadonlyMap<string, SnapshotFile>

/** Whether a path is in a bundle; directories may be without a member of their own. */
export function holds(members: BundleMembers, path: string): boolean {
  if (members.has(path)) return true
  for (const other of members.keys()) if (isBelow(other, path)) return true
  return false
}

/** A regular file of a bundle, not yet read. */
export interface BundleContent {
  readonly path: string
  readonly sizeBytes: number
  /** The next bytes, fewer at the end. */
  take(bytes: number): Promise<Buffer>
}

/** A limit on how much a bundle may put into memory: members beyond it keep their status only. */
export interface Budget {
  bytes: number
}

/** What all members of one bundle may take together. */
export const newBudget = (): Budget => ({bytes: 128 * 1024 * 1024})

/** More members than this no bundle has. */
export const maxMembers = 1_000_000

/**
 * What is kept of a file: texts and databases of packages whole, of larger programs their head, of logs and what else no
 * fact reads nothing.
 */
export async function keptContent({path, sizeBytes, take}: BundleContent, budget: Budget): Promise<SnapshotFile> {
  const nothing: SnapshotFile = {base64: '', size: sizeBytes}
  if (unread.test(path) || budget.bytes <= 0) return nothing
  const first = await take(Math.min(sizeBytes, headBytes))
  const isBinary = first.subarray(0, 1024).includes(0) && !wholeThough.test(path)
  const isHead = isBinary || sizeBytes > Math.min(maxFileBytes, budget.bytes)
  const bytes = isHead ? first : Buffer.concat([first, await take(sizeBytes - first.length)])
  budget.bytes -= bytes.length + entryBytes
  return bytes.length === sizeBytes && isUtf8(bytes)
    ? {content: bytes.toString('utf8'), size: sizeBytes}
    : {base64: bytes.toString('base64'), size: sizeBytes}
}

const headBytes = 4096
const maxFileBytes = 16 * 1024 * 1024
const entryBytes = 256
/** Databases of packages, and what the kernel shows with a NUL between words. */
const wholeThough = /\/(?:(?:var\/lib|usr\/lib\/sysimage)\/rpm|proc)\//
const logs = ['var/log', 'var_log', 'var/cache', 'sos_logs', 'sos_strings', 'overlay2?', 'io\\.containerd\\.[^/]+']
const trees = [
  'usr/local/(?!s?bin/|etc/|lib)[^/]+',
  'usr/share',
  'usr/include',
  'usr/src',
  'node_modules',
  '(?:dist|site)-packages',
]
/** Of the libraries, facts read settings, modules, CNI plugins and systemd alone. */
const libraries =
  'usr/lib(?:32|64)?/(?!binfmt|cni/|environment\\.d|kernel|modprobe\\.d|modules|netplan|networkd|os-release|sys|tmpfiles|udev)[^/]+'
const unread = new RegExp(
  `/(?:${[...logs, ...trees, libraries].join('|')})/|/(?:journalctl|dmesg)[^/]*$|(?<!/proc/config)\\.(?:log|so|gz|xz|zst|bz2)$`,
)
