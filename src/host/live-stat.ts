import type {FileStatus, Reading} from './host.ts'
import {chunksOf, labelFrom, type Run} from './live-labels.ts'
import {absent, fileSource, read, unreadable} from './reading.ts'

/** The statuses and labels of many paths by GNU stat alone; their links are not followed to where they end. */
export async function statusesByStat(
  paths: readonly string[],
  isFollowed: boolean,
  run: Run,
): Promise<Map<string, Reading<FileStatus>>> {
  const unique = [...new Set(paths)]
  const answers = await Promise.all(chunksOf(unique).map((chunk) => askStat(chunk, isFollowed, run)))
  return new Map(answers.flat())
}

async function askStat(
  paths: readonly string[],
  isFollowed: boolean,
  run: Run,
): Promise<readonly (readonly [string, Reading<FileStatus>])[]> {
  const answer = await run(['stat', ...(isFollowed ? ['-L'] : []), '--printf', format, '--', ...paths])
  if (answer.state !== 'read') {
    const reason = answer.state === 'absent' ? 'stat is not installed' : answer.reason
    return paths.map((path) => [path, unreadable(`its SELinux label cannot be read: ${reason}`, fileSource(path))])
  }
  const complaints = new Set(answer.value.stderr.split('\n'))
  const fields = answer.value.stdout.split('\0')
  const found = new Map<string, Reading<FileStatus>>()
  for (let index = 0; index + 6 < fields.length; index += 7) {
    const path = fields[index + 6] ?? ''
    found.set(path, statusFrom(fields.slice(index, index + 6), path, complaints))
  }
  return paths.map((path) => [path, found.get(path) ?? missing(path, complaints)])
}

/** Label, mode in hexadecimal, owner, group, size, time and name, each ended by a NUL. */
const format = '%C\\0%f\\0%u\\0%g\\0%s\\0%Y\\0%n\\0'

function statusFrom(fields: readonly string[], path: string, complaints: ReadonlySet<string>): Reading<FileStatus> {
  const [printed = '', mode = '', ...numbers] = fields
  const label = labelFrom(printed, path, complaints)
  if ('reason' in label) return unreadable(label.reason, fileSource(path))
  const bits = Number.parseInt(mode, 16)
  const [uid = 0, gid = 0, sizeBytes = 0, seconds = 0] = numbers.map(Number)
  const selinux = label.label === undefined ? {} : {selinux: label.label}
  const type = types.get(bits & 0o170000) ?? 'device'
  return read(
    {type, mode: bits & 0o7777, uid, gid, sizeBytes, modifiedMs: seconds * 1000, realPath: path, ...selinux},
    fileSource(path),
  )
}

/** File types of st_mode (inode(7)). */
const types: ReadonlyMap<number, FileStatus['type']> = new Map([
  [0o100000, 'file'],
  [0o040000, 'directory'],
  [0o120000, 'symlink'],
  [0o140000, 'socket'],
  [0o010000, 'fifo'],
])

function missing(path: string, complaints: ReadonlySet<string>): Reading<never> {
  const isGone = ['No such file or directory', 'Not a directory'].some((reason) =>
    ['stat', 'statx'].some((call) => complaints.has(`stat: cannot ${call} '${path}': ${reason}`)),
  )
  return isGone
    ? absent(fileSource(path))
    : unreadable('its SELinux label cannot be read: stat does not tell it', fileSource(path))
}
