import type {FileStatus, Reading} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'
import {complaintReading, killed, late} from './shell-failure.ts'
import {endingOf, garbled, type ShellRecord} from './shell-records.ts'

/** What stat tells of one path; `shown` is its name again with where it leads, where that was asked for. */
export type Stat = Omit<FileStatus, 'realPath' | 'selinux' | 'target'> & {readonly shown?: string}

/** What stat told of paths, and the records after it. */
export interface Stats {
  readonly stats: readonly Reading<Stat>[]
  readonly rest: readonly ShellRecord[]
}

/**
 * Reads the records of `s`: one for every path that stat could look at, in order, then its complaints about the others, in
 * the same order. Where the complaints do not add up, nobody knows which path each is about.
 */
export function readStats(records: readonly ShellRecord[], paths: readonly string[]): Stats {
  const end = records.findIndex(({kind}) => kind === 'e')
  const ending = endingOf(records[end])
  if (ending.exitCode === killed) throw new Error(late)
  const found = new Map<string, Stat>()
  let last = ''
  for (const {kind, body} of records.slice(0, end)) {
    const text = body.toString('utf8').replace(/\n$/, '')
    const known = found.get(last)
    if (kind === 'n' && known) found.set(last, {...known, shown: text})
    if (kind !== 's') continue
    const [all, mode, uid, gid, size, modified] = fields.exec(text) ?? []
    if (all === undefined || mode === undefined || modified === undefined) throw new Error(garbled)
    last = text.slice(all.length)
    found.set(last, {
      type: types[mode.slice(0, -3)] ?? 'device',
      mode: Number.parseInt(mode, 16) & 0o7777,
      uid: Number(uid),
      gid: Number(gid),
      sizeBytes: Number(size),
      modifiedMs: Math.round(Number(modified) * 1000),
    })
  }
  const complaints = ending.complaints.filter((line) => failed.test(line))
  const missing = paths.filter((path) => !found.has(path))
  const reasons = new Map(complaints.length === missing.length ? missing.map((path, i) => [path, complaints[i]]) : [])
  return {
    stats: paths.map((path) => {
      const stat = found.get(path)
      if (stat) return read(stat, fileSource(path))
      const complaint = reasons.get(path)
      if (complaint !== undefined) return complaintReading(complaint, path)
      return unreadable(`cannot be looked at: ${ending.complaints.at(-1) ?? garbled}`, fileSource(path))
    }),
    rest: records.slice(end + 1),
  }
}

const fields = /^([0-9a-f]{3,8}) (\d+) (\d+) (\d+) (-?\d+(?:\.\d+)?) /
const failed = /^stat: (?:cannot statx?|can't stat) /

/** The file types of st_mode, in hexadecimal without the permission bits. */
const types: Readonly<Record<string, FileStatus['type']>> = {
  8: 'file',
  4: 'directory',
  a: 'symlink',
  c: 'socket',
  1: 'fifo',
}
