import type {CommandResult, FileStatus, Reading} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'

/** Runs a program of this machine. */
export type Run = (argv: readonly string[]) => Promise<Reading<CommandResult>>

/**
 * Adds the SELinux label to every status that was read. Node cannot read extended attributes, so GNU stat tells them for
 * as many paths as fit one command line; where it cannot, the statuses become unreadable.
 */
export async function withLabels(
  statuses: ReadonlyMap<string, Reading<FileStatus>>,
  isFollowed: boolean,
  run: Run,
): Promise<Map<string, Reading<FileStatus>>> {
  const found = [...statuses].filter(([, status]) => status.state === 'read').map(([path]) => path)
  const answers = await Promise.all(chunksOf(found).map((paths) => labelsOf(paths, isFollowed, run)))
  const labels = new Map(answers.flat())
  return new Map([...statuses].map(([path, status]) => [path, labelled(path, status, labels.get(path))]))
}

/** A status with the label of its path; unreadable where the label is. */
export function labelled(
  path: string,
  status: Reading<FileStatus>,
  label: Label = {reason: untold},
): Reading<FileStatus> {
  if (status.state !== 'read') return status
  if ('reason' in label) return unreadable(label.reason, fileSource(path))
  return label.label === undefined ? status : read({...status.value, selinux: label.label}, status.source)
}

/** What GNU stat prints as the label of a path, with what it complains of: `?` is said of none and of one that cannot be read. */
export function labelFrom(printed: string, path: string, complaints: ReadonlySet<string>): Label {
  const isUnsupported = complaints.has(`stat: failed to get security context of '${path}': Operation not supported`)
  return isUnsupported ? {reason: unsupported} : {label: printed === '?' ? undefined : printed}
}

/** The label of a path, undefined when it carries none, or why nobody can tell. */
export type Label = {readonly label: string | undefined} | {readonly reason: string}

async function labelsOf(paths: readonly string[], isFollowed: boolean, run: Run): Promise<[string, Label][]> {
  const answer = await run(['stat', ...(isFollowed ? ['-L'] : []), '--printf', '%C\\0%n\\0', '--', ...paths])
  if (answer.state !== 'read') {
    const reason = answer.state === 'absent' ? 'stat is not installed' : answer.reason
    return paths.map((path) => [path, {reason: `its SELinux label cannot be read: ${reason}`}])
  }
  const complaints = new Set(answer.value.stderr.split('\n'))
  const fields = answer.value.stdout.split('\0')
  const labels: [string, Label][] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [label, path] = [fields[index] ?? '', fields[index + 1] ?? '']
    labels.push([path, labelFrom(label, path, complaints)])
  }
  return labels
}

const untold = 'its SELinux label cannot be read: stat does not tell it'
const unsupported = 'its SELinux label cannot be read: not supported by the file system'

/** Paths in groups that stay below the kernel's limit of one command line, which is 2 MiB with the environment. */
export function chunksOf(paths: readonly string[]): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const path of paths) {
    room -= Buffer.byteLength(path) + 16
    const chunk = chunks.at(-1)
    if (chunk && room >= 0) chunk.push(path)
    else {
      chunks.push([path])
      room = maxArgumentBytes
    }
  }
  return chunks
}

const maxArgumentBytes = 1024 * 1024
