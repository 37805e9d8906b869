import type {Origin} from '../source.ts'

/**
 * What a look at the machine gave: a value, proof of absence, or the reason why we could not look
 * (denied, timed out, not captured, offline). The three are never mixed up.
 */
export type Reading<T> =
  | {readonly state: 'read'; readonly value: T; readonly source: Origin}
  | {readonly state: 'absent'; readonly source: Origin}
  | {readonly state: 'unreadable'; readonly reason: string; readonly source: Origin}

/** What a path is and who may use it. */
export interface FileStatus {
  readonly type: 'file' | 'directory' | 'symlink' | 'socket' | 'fifo' | 'device'
  /** Permission bits with set-id and sticky bits, as in 0o755. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly sizeBytes: number
  /** Last modification in milliseconds since 1970; undefined where it was not captured. */
  readonly modifiedMs?: number
  /** What a symbolic link says, unresolved. */
  readonly target?: string
  /** Where the path ends when its links are followed, as a path of the host. Equals the path asked for without links. */
  readonly realPath: string
  /** The security.selinux attribute, as in `system_u:object_r:bin_t:s0`; undefined when the file carries none. Only when labels were asked for. */
  readonly selinux?: string
}

/** How `status` looks at paths. */
export interface StatusOptions {
  /** Follow symbolic links (stat) instead of describing the link itself (lstat). A dangling link followed is absent. */
  readonly follow?: boolean
  /** Also read SELinux labels, which costs a process on a live host; unreadable labels make the whole status unreadable. */
  readonly labels?: boolean
  /** Spare the look at every directory above: `realPath` may stay as asked for, and `target` be left out. For thousands of paths. */
  readonly unresolved?: boolean
}

/** What a program answered. Output is text with invalid bytes replaced. */
export interface CommandResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Bounds of one command. */
export interface RunOptions {
  /** After this the program and its whole process group are killed and the reading is unreadable. Default 5000. */
  readonly timeoutMs?: number
}

/** Which kind of machine is looked at. */
export type HostMode = 'live' | 'root' | 'snapshot' | 'shell'

/** Memory, processors and product of the machine; undefined members could not be told. */
export interface HardwareInventory {
  readonly processors?: number
  readonly memoryBytes?: number
  readonly productUuid?: string
  readonly virtualization?: string
}

/**
 * The only door to a machine. Paths are absolute paths of that machine; every method resolves symbolic links inside it,
 * never throws for what the machine lacks, is bounded in time and memory, and redacts secrets before it returns.
 */
export interface Host {
  readonly mode: HostMode
  readonly name: string
  /** The machine's clock in milliseconds since 1970; for a recorded host the moment of capture. */
  now(): number
  /** A whole regular file as text. Directories, FIFOs, devices, files over 16 MiB and invalid UTF-8 are unreadable. */
  readFile(path: string): Promise<Reading<string>>
  /** The first bytes of a regular file, fewer where the file is shorter. */
  readHead(path: string, bytes: number): Promise<Reading<Uint8Array>>
  /** The names in a directory, sorted by byte, without `.` and `..`. */
  list(path: string): Promise<Reading<readonly string[]>>
  status(paths: readonly string[], options?: StatusOptions): Promise<ReadonlyMap<string, Reading<FileStatus>>>
  /** Runs a program without a shell, with a fixed PATH and LC_ALL=C. A program that is not installed is absent. */
  run(argv: readonly string[], options?: RunOptions): Promise<Reading<CommandResult>>
  /** The hardware inventory; absent where it cannot be known (a mounted root, an old recording). */
  hardware(): Promise<Reading<HardwareInventory>>
}
