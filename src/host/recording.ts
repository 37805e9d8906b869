import type {CommandResult, HardwareInventory, Host, Reading, StatusOptions} from './host.ts'
import {type Readings, recordedFile} from './recorded-file.ts'
import {linksOf} from './recorded-links.ts'
import type {SnapshotCommand, SnapshotDocument, SnapshotFile} from './snapshot-document.ts'

/** A host that remembers what it was asked, and the snapshot that gives the same answers again. */
export interface Recording {
  readonly host: Host
  /** The answers so far, in an order that depends on them alone; asks the host once more for the links and statuses of their paths. */
  document(): Promise<SnapshotDocument>
}

/** Wraps a host so that every answer can be written down. */
export function recordHost(host: Host): Recording {
  const followed = new Map<string, Readings>()
  const unfollowed = new Map<string, Readings>()
  const commands = new Map<string, SnapshotCommand>()
  let hardware: Reading<HardwareInventory> | undefined
  const capturedAt = new Date(host.now()).toISOString()

  async function readHead(path: string, bytes: number): Promise<Reading<Uint8Array>> {
    const reading = await host.readHead(path, bytes)
    const at = readingsAt(followed, path)
    if (!at.head || at.head.asked < bytes) at.head = {asked: bytes, reading}
    return reading
  }

  async function status(paths: readonly string[], options: StatusOptions = {}) {
    const statuses = await host.status(paths, {...options, unresolved: false})
    for (const [path, reading] of statuses) {
      const at = readingsAt(options.follow ? followed : unfollowed, path)
      if (options.labels) at.labelled = reading
      else at.status = reading
    }
    return statuses
  }

  return {
    host: {
      ...host,
      readFile: async (path) => {
        const content = await host.readFile(path)
        readingsAt(followed, path).content = content
        return content
      },
      readHead,
      list: async (path) => {
        const names = await host.list(path)
        readingsAt(followed, path).names = names
        return names
      },
      status,
      run: async (argv, options) => {
        const reading = await host.run(argv, options)
        commands.set(JSON.stringify(argv), recordedCommand(argv, reading))
        return reading
      },
      hardware: async () => {
        hardware = await host.hardware()
        return hardware
      },
    },
    async document() {
      return {
        apiVersion: 'node-preflight/v1',
        kind: 'Snapshot',
        host: {name: host.name, capturedAt, ...(host.mode === 'root' ? {mode: host.mode} : {})},
        unlisted: 'unknown',
        files: await recordedFiles(host, followed, unfollowed),
        commands: [...commands].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, command]) => command),
        ...(hardware === undefined || hardware.state === 'absent' ? {} : {hardware: recordedHardware(hardware)}),
      }
    },
  }
}

/** Every path asked for under its place without links, and the links on the way. */
async function recordedFiles(
  host: Host,
  followed: ReadonlyMap<string, Readings>,
  unfollowed: ReadonlyMap<string, Readings>,
): Promise<Record<string, SnapshotFile>> {
  const links = await linksOf(host, [...followed.keys(), ...unfollowed.keys()])
  const merged = new Map<string, Readings>()
  const merge = async (asked: ReadonlyMap<string, Readings>, isFollowed: boolean): Promise<void> => {
    for (const [path, readings] of asked) {
      const end = await links.resolve(path, isFollowed)
      if (end.state !== 'loop') Object.assign(readingsAt(merged, end.path), readings)
    }
  }
  await merge(followed, true)
  await merge(unfollowed, false)
  for (const path of links.visited) readingsAt(merged, path)
  const paths = [...merged.keys()].sort()
  return Object.fromEntries(
    paths.map((path) => [path, recordedFile(path, merged.get(path) ?? {}, links.statuses.get(path))]),
  )
}

function readingsAt(map: Map<string, Readings>, path: string): Readings {
  const known = map.get(path)
  if (known) return known
  const fresh: Readings = {}
  map.set(path, fresh)
  return fresh
}

function recordedCommand(argv: readonly string[], reading: Reading<CommandResult>): SnapshotCommand {
  if (reading.state === 'absent') return {argv, absent: true}
  return reading.state === 'read' ? {argv, ...reading.value} : {argv, unreadable: reading.reason}
}

function recordedHardware(reading: Exclude<Reading<HardwareInventory>, {state: 'absent'}>) {
  return reading.state === 'read' ? reading.value : {unreadable: reading.reason}
}
