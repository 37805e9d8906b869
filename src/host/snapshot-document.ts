import type {FileStatus, HardwareInventory} from './host.ts'

/** A recorded host as the snapshot file spells it. */
export interface SnapshotDocument {
  readonly apiVersion: 'node-preflight/v1'
  readonly kind: 'Snapshot'
  readonly host: RecordedHost
  /** What a path or command that is not listed means: proof of absence, or that it was not recorded (the default). */
  readonly unlisted?: 'absent' | 'unknown'
  /** By absolute path; a string is short for `{content: string}`. Parent directories exist implicitly. */
  readonly files?: Readonly<Record<string, string | SnapshotFile>>
  readonly commands?: readonly SnapshotCommand[]
  readonly hardware?: HardwareInventory | {readonly unreadable: string}
}

/** Whose recording it is. */
interface RecordedHost {
  readonly name: string
  /** ISO 8601. */
  readonly capturedAt: string
  /** It was a mounted root and is judged as one: no kernel and no process of it ran. */
  readonly mode?: 'root'
}

/** One recorded path. Without `mode` a capture does not know its status; elsewhere 0644, 0755 for directories, root's. */
export interface SnapshotFile {
  readonly absent?: true
  /** Why it could not be read or listed. Alone it stands for the status and everything below as well. */
  readonly unreadable?: string
  readonly content?: string
  /** The bytes, or their head when `size` says more; empty with a size: not captured. */
  readonly base64?: string
  readonly size?: number
  readonly symlink?: string
  readonly directory?: true
  /** All names in a directory, where the capture listed it. */
  readonly entries?: readonly string[]
  readonly type?: FileStatus['type']
  /** Octal, as in `0644`. */
  readonly mode?: string
  readonly uid?: number
  readonly gid?: number
  /** ISO 8601. */
  readonly mtime?: string
  /** Null: it is known to carry no label. */
  readonly selinux?: string | null
  readonly unreadableLabel?: string
}

/** One recorded command: its answer, that the program is not installed, or why it could not be run. */
export interface SnapshotCommand {
  readonly argv: readonly string[]
  readonly exitCode?: number
  readonly stdout?: string
  readonly stderr?: string
  readonly absent?: true
  readonly unreadable?: string
}
