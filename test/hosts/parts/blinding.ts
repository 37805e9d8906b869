import type {Host, Reading} from '../../../src/host/host.ts'
import {parentOf} from '../../../src/host/path.ts'
import {snapshotHost} from '../../../src/host/snapshot.ts'
import type {SnapshotDocument, SnapshotFile} from '../../../src/host/snapshot-document.ts'

/** A recorded host of which one thing cannot be looked at. */
export interface Blinding {
  /** The path, or the words of the command. */
  readonly path: string
  /** What was hidden and how, for people. */
  readonly what: string
  /** Only what was recorded is known, so that outcomes are to be compared with those of the whole recording. */
  readonly isOfRecording: boolean
  host(): Host
}

/**
 * Every way to hide one of the things that were asked of a host: the content of a file or directory, its label, the path
 * with all below it, a command, and each entry of the recording of what was asked.
 */
export async function blindings(document: SnapshotDocument, recording: SnapshotDocument): Promise<readonly Blinding[]> {
  const asked = Object.entries(recording.files ?? {}) as [string, SnapshotFile][]
  const there = asked.filter(([, {absent}]) => !absent)
  const above = there.flatMap(([path]) => directoriesAbove(path))
  const on = (path: string, how: string, host: () => Host, isOfRecording = false): Blinding => ({
    path,
    what: `${path} ${how}`,
    isOfRecording,
    host,
  })
  return [
    ...there
      .filter(([, file]) => file.content !== undefined || file.base64 !== undefined || file.entries)
      .map(([path]) => on(path, 'cannot be read', () => withoutContent(snapshotHost(document), path))),
    ...there
      .filter(([, {selinux}]) => selinux !== undefined)
      .map(([path]) => on(path, 'hides its label', () => snapshotHost(withoutLabel(document, path)))),
    ...[...new Set([...there.map(([path]) => path), ...above])].map((path) =>
      on(path, 'cannot be reached', () => snapshotHost(unreachable(document, path))),
    ),
    ...asked.map(([path]) => on(path, 'was not recorded', () => snapshotHost(unrecorded(recording, path)), true)),
    ...(recording.commands ?? []).map(({argv}) =>
      on(argv.join(' '), 'does not end', () => snapshotHost(withoutAnswer(document, argv))),
    ),
  ]
}

/** A running host that refuses every look. */
export const blindHost: Host = {
  mode: 'live',
  name: 'blind',
  now: () => 0,
  readFile: async (path) => denied(path),
  readHead: async (path) => denied(path),
  list: async (path) => denied(path),
  status: async (paths) => new Map(paths.map((path) => [path, denied(path)])),
  run: async (argv) => ({state: 'unreadable', reason: 'permission denied', source: {kind: 'command', argv}}),
  hardware: async () => denied('/sys/class/dmi/id'),
}

const reason = 'permission denied'

function denied(path: string): Reading<never> {
  return {state: 'unreadable', reason, source: {kind: 'file', path}}
}

function directoriesAbove(path: string): readonly string[] {
  const parent = parentOf(path)
  return parent === '/' ? [] : [parent, ...directoriesAbove(parent)]
}

function withoutContent(host: Host, target: string): Host {
  const unless = async <T>(path: string, look: () => Promise<Reading<T>>): Promise<Reading<T>> => {
    const status = (await host.status([path], {follow: true})).get(path)
    return status?.state === 'read' && status.value.realPath === target ? denied(path) : look()
  }
  return {
    ...host,
    readFile: (path) => unless(path, () => host.readFile(path)),
    readHead: (path, bytes) => unless(path, () => host.readHead(path, bytes)),
    list: (path) => unless(path, () => host.list(path)),
  }
}

function withoutLabel(document: SnapshotDocument, path: string): SnapshotDocument {
  const known = document.files?.[path] ?? {directory: true}
  const file = typeof known === 'string' ? {content: known} : known
  return {...document, files: {...document.files, [path]: {...file, unreadableLabel: reason}}}
}

function unreachable(document: SnapshotDocument, path: string): SnapshotDocument {
  const others = Object.entries(document.files ?? {}).filter(([name]) => name !== path && !name.startsWith(`${path}/`))
  return {...document, files: {...Object.fromEntries(others), [path]: {unreadable: reason}}}
}

function unrecorded(recording: SnapshotDocument, path: string): SnapshotDocument {
  const others = Object.entries(recording.files ?? {}).filter(([name]) => name !== path)
  return {...recording, files: Object.fromEntries(others)}
}

function withoutAnswer(document: SnapshotDocument, argv: readonly string[]): SnapshotDocument {
  const others = (document.commands ?? []).filter((command) => command.argv.join(' ') !== argv.join(' '))
  return {...document, commands: [...others, {argv, unreadable: 'did not end within 5000 ms'}]}
}
