import type {FileStatus, Reading} from './host.ts'
import type {SnapshotFile} from './snapshot-document.ts'

/** What was asked about one path, by whatever links it was reached. */
export interface Readings {
  content?: Reading<string>
  head?: {readonly asked: number; readonly reading: Reading<Uint8Array>}
  names?: Reading<readonly string[]>
  status?: Reading<FileStatus>
  labelled?: Reading<FileStatus>
}

/** The snapshot's member for one path without links; `known` is its status where nobody asked for one. */
export function recordedFile(path: string, readings: Readings, known: Reading<FileStatus> | undefined): SnapshotFile {
  const status = [readings.labelled, readings.status, known].find((reading) => reading?.state === 'read')
  const content = contentOf(readings)
  if (status?.state !== 'read') return withoutStatus(readings, content, known)
  const {type} = status.value
  const isOpaque = type !== 'file' && type !== 'directory'
  const looked = type === 'directory' ? readings.names : (readings.content ?? readings.head?.reading)
  const reason = looked && !isOpaque ? reasonOf(looked) : undefined
  return {
    ...(type === 'symlink' ? {symlink: status.value.target ?? ''} : {}),
    ...(type === 'directory' ? {directory: true} : {}),
    ...(isOpaque && type !== 'symlink' ? {type} : {}),
    ...(type === 'file' && path.endsWith('.sock') ? {type} : {}),
    ...statusMembers(status.value),
    ...labelMembers(readings.labelled),
    ...(reason === undefined ? {} : {unreadable: reason}),
    ...(type === 'file' ? content : {}),
    ...(type === 'directory' && readings.names?.state === 'read' ? {entries: readings.names.value} : {}),
  }
}

function withoutStatus(
  readings: Readings,
  content: SnapshotFile,
  known: Reading<FileStatus> | undefined,
): SnapshotFile {
  if (content.content !== undefined || content.base64 !== undefined) return content
  if (readings.names?.state === 'read') return {directory: true, entries: readings.names.value}
  const asked = [readings.content, readings.head?.reading, readings.names, readings.status, readings.labelled, known]
  if (asked.some((reading) => reading?.state === 'absent')) return {absent: true}
  const failed = asked.find((reading) => reading?.state === 'unreadable')
  return {unreadable: failed?.state === 'unreadable' ? failed.reason : 'was not recorded'}
}

/** The text, or the head of a file whose text nobody asked for or could read. */
function contentOf({content, head}: Readings): SnapshotFile {
  if (content?.state === 'read') return {content: content.value}
  if (head?.reading.state !== 'read') return {}
  return {base64: Buffer.from(head.reading.value).toString('base64')}
}

/** Why a look failed; a path that was there for its status and not for its content vanished in between. */
function reasonOf(reading: Reading<unknown>): string | undefined {
  if (reading.state === 'absent') return 'vanished while it was recorded'
  return reading.state === 'unreadable' ? reading.reason : undefined
}

function statusMembers({mode, uid, gid, sizeBytes, modifiedMs}: FileStatus): SnapshotFile {
  const modified = modifiedMs === undefined ? undefined : new Date(modifiedMs)
  return {
    mode: mode.toString(8).padStart(4, '0'),
    uid,
    gid,
    size: sizeBytes,
    ...(modified && !Number.isNaN(modified.getTime()) ? {mtime: modified.toISOString()} : {}),
  }
}

function labelMembers(labelled: Reading<FileStatus> | undefined): SnapshotFile {
  if (labelled?.state === 'read') return {selinux: labelled.value.selinux ?? null}
  return labelled?.state === 'unreadable' ? {unreadableLabel: labelled.reason} : {}
}
