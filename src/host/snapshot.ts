import {decodedText, headReading, notRegular, refusalReading, textReading} from './decode.ts'
import {linkLoop} from './file-failure.ts'
import type {CommandResult, FileStatus, HardwareInventory, Host, Reading, StatusOptions} from './host.ts'
import {baseOf, joinPath, parentOf, type Resolved, resolveKnown, type Step} from './path.ts'
import {absent, commandSource, fileSource, hardwareSource, read, unreadable} from './reading.ts'
import {redact} from './redact.ts'
import type {SnapshotDocument, SnapshotFile} from './snapshot-document.ts'
import {type Entry, reasonAt, stepAt, treeOf} from './snapshot-tree.ts'

/**
 * A host that answers from a recording; links are resolved inside it, and its clock stands at the moment of capture.
 * `missing` is the reason why what the recording does not hold is unknown.
 */
export function snapshotHost(document: SnapshotDocument, missing = notRecorded): Host {
  const tree = treeOf(document)
  const unlistedIsAbsent = document.unlisted === 'absent'
  const answers = new Map((document.commands ?? []).map((command) => [JSON.stringify(command.argv), command]))

  const stepOf = (path: string, directory?: string): Step => stepAt(tree, path, unlistedIsAbsent, directory)
  const directories = new Map<string, Resolved>([['/', {state: 'there', path: '/'}]])

  /** Where a path ends. Many paths lie in one directory, so where that ends is found once and the last step taken from there. */
  function resolve(path: string, followLast: boolean): Resolved {
    if (path.length > maxPath || relative.test(path)) return resolveKnown(path, stepOf, followLast)
    const parent = parentOf(path)
    const directory = directoryEnd(parent)
    if (directory.state === 'loop') return directory
    const end = directory.path === parent ? path : joinPath(directory.path, baseOf(path))
    if (directory.state === 'absent') return {state: 'absent', path: end}
    const step = stepOf(end, directory.path)
    if (typeof step === 'object' && followLast) return resolveKnown(path, stepOf)
    return {state: step === 'absent' || step === 'unknown' ? step : 'there', path: end}
  }

  /** The same for what others lie in: nothing lies in a file. */
  function directoryEnd(path: string): Resolved {
    const known = directories.get(path)
    if (known) return known
    const found = resolve(path, true)
    const end =
      found.state === 'there' && stepOf(found.path) === 'other' ? ({...found, state: 'absent'} as const) : found
    directories.set(path, end)
    return end
  }

  /** The entry a path leads to, or the reading that says why there is none. */
  function entryAt(path: string, followLast = true): Reading<Entry> {
    const source = fileSource(path)
    const end = resolve(path, followLast)
    if (end.state === 'absent') return absent(source)
    if (end.state === 'loop') return unreadable(linkLoop, source)
    const entry = end.state === 'there' ? tree.get(end.path) : undefined
    return entry ? read(entry, source) : unreadable(reasonAt(tree, end.path) ?? missing, source)
  }

  /** What is recorded of the content of a regular file. */
  function regularAt(path: string): Reading<SnapshotFile> {
    const found = entryAt(path)
    if (found.state !== 'read') return found
    const {type, file = {}} = found.value
    if (type !== 'file') return notRegular(type ?? 'directory', path)
    return refusalReading(path, found.value.path) ?? read(file, found.source)
  }

  async function readFile(path: string): Promise<Reading<string>> {
    const found = regularAt(path)
    if (found.state !== 'read') return found
    const {content, unreadable: reason} = found.value
    if (reason !== undefined) return unreadable(reason, found.source)
    if (content !== undefined) return decodedText(content, path)
    const bytes = bytesOf(found.value)
    return found.value.base64 === undefined || bytes.length < (found.value.size ?? 0)
      ? unreadable(uncaptured(bytes), found.source)
      : textReading(bytes, path)
  }

  async function readHead(path: string, length: number): Promise<Reading<Uint8Array>> {
    const found = regularAt(path)
    if (found.state !== 'read') return found
    const {content, base64, size = 0, unreadable: reason} = found.value
    if (reason !== undefined && base64 === undefined) return unreadable(reason, found.source)
    const bytes = bytesOf(found.value)
    const isCut = content === undefined && (base64 === undefined || bytes.length < Math.min(size, length))
    if (isCut && (bytes.length === 0 || !unlistedIsAbsent)) return unreadable(uncaptured(bytes), found.source)
    return headReading(bytes.subarray(0, length), path)
  }

  async function list(path: string): Promise<Reading<readonly string[]>> {
    const found = entryAt(path)
    if (found.state !== 'read') return found
    const {type, file, inside} = found.value
    if (type !== 'directory') return unreadable(`is a ${type}, not a directory`, found.source)
    if (file?.unreadable !== undefined) return unreadable(file.unreadable, found.source)
    if (file?.entries) return read(sorted(file.entries), found.source)
    return unlistedIsAbsent
      ? read(sorted(inside.map(baseOf)), found.source)
      : unreadable(missing === notRecorded ? 'was not listed' : `its list is ${missing}`, found.source)
  }

  function statusOf(path: string, options: StatusOptions): Reading<FileStatus> {
    const found = entryAt(path, options.follow ?? false)
    if (found.state !== 'read') return found
    const {type = 'file', file = {}} = found.value
    const isKnown = unlistedIsAbsent || file.mode !== undefined || type === 'symlink'
    if (!isKnown) return unreadable('its status was not recorded', found.source)
    if (options.labels) {
      if (file.unreadableLabel !== undefined) return unreadable(file.unreadableLabel, found.source)
      if (file.selinux === undefined && !unlistedIsAbsent) return unreadable('its label was not recorded', found.source)
    }
    const isLink = type === 'symlink'
    const end = isLink ? resolve(path, true) : undefined
    const value: FileStatus = {
      type,
      mode: Number.parseInt(file.mode ?? defaultModes[type] ?? '0644', 8),
      uid: file.uid ?? 0,
      gid: file.gid ?? 0,
      sizeBytes: file.size ?? sizeOf(file),
      ...(file.mtime === undefined ? {} : {modifiedMs: Date.parse(file.mtime)}),
      ...(isLink ? {target: file.symlink ?? ''} : {}),
      realPath: end && end.state !== 'loop' ? end.path : found.value.path,
      ...(options.labels && file.selinux ? {selinux: file.selinux} : {}),
    }
    return read(value, found.source)
  }

  async function run(argv: readonly string[]): Promise<Reading<CommandResult>> {
    const source = commandSource(argv)
    const answer = answers.get(JSON.stringify(argv))
    if (answer?.absent || (!answer && unlistedIsAbsent)) return absent(source)
    if (!answer) return unreadable(missing, source)
    if (answer.unreadable !== undefined) return unreadable(answer.unreadable, source)
    const {exitCode = 0, stdout = '', stderr = ''} = answer
    return read({exitCode, stdout: redact(stdout), stderr: redact(stderr)}, source)
  }

  async function hardware(): Promise<Reading<HardwareInventory>> {
    if (!document.hardware) return absent(hardwareSource)
    if ('unreadable' in document.hardware) return unreadable(document.hardware.unreadable, hardwareSource)
    return read(document.hardware, hardwareSource)
  }

  return {
    mode: document.host.mode ?? 'snapshot',
    name: document.host.name,
    now: () => Date.parse(document.host.capturedAt),
    readFile,
    readHead,
    list,
    status: async (paths, options = {}) => new Map(paths.map((path) => [path, statusOf(path, options)])),
    run,
    hardware,
  }
}

const notRecorded = 'was not recorded'
const defaultModes: Readonly<Record<string, string>> = {directory: '0755', symlink: '0777'}

/** Ends in an empty component, `.` or `..`. */
const relative = /^(?!\/)|\/\.{0,2}$/
/** The longest path the kernel takes. */
const maxPath = 4096

/** Recorded names are in order mostly, which to see is cheaper than to sort them. */
function sorted(names: readonly string[]): readonly string[] {
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name) ? names : names.toSorted()
}

function sizeOf(file: SnapshotFile): number {
  const text = file.symlink ?? file.content
  return text === undefined ? bytesOf(file).length : Buffer.byteLength(text)
}

function bytesOf(file: SnapshotFile): Buffer {
  return file.content === undefined ? Buffer.from(file.base64 ?? '', 'base64') : Buffer.from(file.content)
}

function uncaptured(bytes: Buffer): string {
  return bytes.length === 0 ? 'its content was not captured' : `only its first ${bytes.length} bytes were captured`
}
