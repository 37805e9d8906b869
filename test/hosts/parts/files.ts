import type {SnapshotDocument, SnapshotFile} from '../../../src/host/snapshot-document.ts'

/** Files of a host by path, as a snapshot holds them. */
export type Files = Readonly<Record<string, string | SnapshotFile>>

/** An answer that a host gives to a command. */
export type Answers = NonNullable<SnapshotDocument['commands']>

/** A link to another path. */
export const link = (symlink: string): SnapshotFile => ({symlink})

/** A listening socket. */
export const socket: SnapshotFile = {type: 'socket', mode: '0660'}

/** A directory that nothing listed lies in. */
export const directory: SnapshotFile = {directory: true}

/** A file that only root may read. */
export const secret = (content: string): SnapshotFile => ({content, mode: '0600'})

/** A statically linked x86-64 program of that size: its file header and the program headers that say how far it reaches. */
export function program(size: number): SnapshotFile {
  const head = Buffer.alloc(64 + 2 * 56)
  head.write('\x7fELF\x02\x01\x01', 'latin1')
  head.writeUInt16LE(2, 16)
  head.writeUInt16LE(62, 18)
  head.writeUInt32LE(1, 20)
  head.writeBigUInt64LE(0x401000n, 24)
  head.writeBigUInt64LE(64n, 32)
  for (const [offset, value] of [
    [52, 64],
    [54, 56],
    [56, 2],
    [58, 64],
  ] as const)
    head.writeUInt16LE(value, offset)
  const half = Math.floor(size / 8192) * 4096
  segment(64, 0, half, 5)
  segment(120, half, size - half, 6)
  return {mode: '0755', size, base64: head.toString('base64')}

  function segment(at: number, offset: number, length: number, access: number) {
    head.writeUInt32LE(1, at)
    head.writeUInt32LE(access, at + 4)
    head.writeBigUInt64LE(BigInt(offset), at + 8)
    head.writeBigUInt64LE(BigInt(0x400000 + offset), at + 16)
    head.writeBigUInt64LE(BigInt(0x400000 + offset), at + 24)
    head.writeBigUInt64LE(BigInt(length), at + 32)
    head.writeBigUInt64LE(BigInt(length), at + 40)
    head.writeBigUInt64LE(4096n, at + 48)
  }
}

/** Programs in a directory, by name and size. */
export function programs(place: string, sizes: Readonly<Record<string, number>>): Files {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`${place}/${name}`, program(size)]))
}

/** The links of a system where /bin, /sbin and /lib are in /usr, and /var/run is in /run. */
export const mergedUsr: Files = {
  '/bin': link('usr/bin'),
  '/sbin': link('usr/sbin'),
  '/lib': link('usr/lib'),
  '/lib64': link('usr/lib64'),
  '/var/run': link('/run'),
}

/** The answer of a program to its flag `--version`. */
export function version(name: string, stdout: string): Answers[number] {
  return answer([name, '--version'], `${stdout}\n`)
}

/** What a command that succeeded printed. */
export function answer(argv: readonly string[], stdout: string): Answers[number] {
  return {argv, exitCode: 0, stdout, stderr: ''}
}

/** A whole host: what is not listed is not there. */
export function host(name: string, files: Files, commands: Answers): SnapshotDocument {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name, capturedAt: '2026-03-02T09:00:00Z'},
    unlisted: 'absent',
    files: sorted,
    commands,
  }
}
