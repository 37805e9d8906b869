import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {forbidsPrograms, isReadOnly, mountAt} from './mounts.ts'

/** A directory the runtime reads, as rules see it. */
export interface CniDirectoryRecord {
  readonly name: Located<string>
  readonly holds: 'configuration' | 'plugins'
  readonly exists: Leaf<boolean>
  /** Files that may be plugins or configuration: what packages leave to keep a directory, and texts, left out. */
  readonly hasFiles: Leaf<boolean>
  readonly ownerUid: Leaf<number>
  readonly isOwnerWritable: Leaf<boolean>
  readonly mountPoint: Leaf<string>
  readonly forbidsPrograms: Leaf<boolean>
  readonly isReadOnly: Leaf<boolean>
}

/** Looks at a directory that a setting names: what is in it, whose it is, and the mount it lies on. */
export async function cniDirectoryRecord(
  probe: Probe,
  {value: path, source}: Located<string>,
  holds: CniDirectoryRecord['holds'],
): Promise<CniDirectoryRecord> {
  const [listed, statuses, mounted] = await Promise.all([
    probe.list(path),
    probe.status([path], {follow: true}),
    probe.once(mountAt, path),
  ])
  const own: Source = {kind: 'file', path}
  const status = statuses.get(path)
  const gap = status?.state === 'unreadable' ? unknown(`${path} ${status.reason}`, own) : undefined
  const found = status?.state === 'read' && status.value.type === 'directory' ? status.value : undefined
  const mount = mounted.state === 'read' ? mounted.mount : undefined
  const onMount = <T>(value: T): Leaf<T> =>
    mounted.state === 'read' ? at(value, mounted.source) : unknown(mounted.reason, mounted.source)
  return {
    name: at(path, source),
    holds,
    exists: gap ?? at(found !== undefined, own),
    hasFiles:
      gap ??
      (listed.state === 'unreadable' && found
        ? unknown(`${path} ${listed.reason}`, own)
        : at(listed.state === 'read' && listed.value.some(isPayload), own)),
    ownerUid: gap ?? at(found?.uid ?? 0, own),
    isOwnerWritable: gap ?? at(found === undefined || (found.mode & 0o200) !== 0, own),
    mountPoint: onMount(mount?.mountPoint ?? ''),
    forbidsPrograms: onMount(forbidsPrograms(mount)),
    isReadOnly: onMount(isReadOnly(mount)),
  }
}

/** Whether a name may be a plugin or configuration rather than a marker or text that packages leave. */
export function isPayload(name: string): boolean {
  return !name.startsWith('.') && !/^(?:LICENSE|README)/i.test(name)
}

/** A link in a plugin directory that leads nowhere. */
export interface DanglingLink {
  readonly name: Located<string>
  readonly target: string
}

/** The links of the plugin directories that lead nowhere. */
export async function danglingLinks(probe: Probe, directories: readonly string[]): Promise<readonly DanglingLink[]> {
  const listings = await Promise.all(directories.map((directory) => probe.list(directory)))
  const paths = listings.flatMap((listed, index) =>
    listed.state === 'read' ? listed.value.map((name) => `${directories[index]}/${name}`) : [],
  )
  const links = [...(await probe.status(paths))].flatMap(([path, status]) =>
    status.state === 'read' && status.value.type === 'symlink' ? [{path, target: status.value.target ?? ''}] : [],
  )
  const ends = await probe.status(
    links.map(({path}) => path),
    {follow: true},
  )
  return links
    .filter(({path}) => ends.get(path)?.state === 'absent')
    .map(({path, target}) => ({name: at(path, {kind: 'file', path}), target}))
}
