import type {FileStatus} from './host.ts'
import {baseOf, parentOf, type Step} from './path.ts'
import type {SnapshotDocument, SnapshotFile} from './snapshot-document.ts'

/** One path of a recorded host. A directory that only its files imply has no `file`. */
export interface Entry {
  readonly file: SnapshotFile | undefined
  /** What the path is; undefined where the recording cannot tell. */
  readonly type: FileStatus['type'] | undefined
  /** The listed names inside, which are all where what is not listed is absent. */
  readonly names: ReadonlySet<string>
}

/** Of the thousands of files nothing lies inside. */
const none: ReadonlySet<string> = new Set()

/** The recorded paths with the directories they imply. */
export type Tree = ReadonlyMap<string, Entry>

/** Every path of a document and every directory above one. */
export function treeOf(document: SnapshotDocument): Tree {
  const tree = new Map<string, Entry>([['/', {file: undefined, type: 'directory', names: new Set()}]])
  for (const [path, file] of Object.entries(document.files ?? {})) {
    const listed = typeof file === 'string' ? {content: file} : file
    tree.set(path, {file: listed, type: typeOf(path, listed), names: tree.get(path)?.names ?? none})
    if (!listed.absent) addParents(tree, path)
  }
  return tree
}

/** What a walk finds at a path of the tree. */
export function stepAt(tree: Tree, path: string, unlistedIsAbsent: boolean): Step {
  const entry = tree.get(path)
  if (entry?.file?.absent) return 'absent'
  if (entry?.file?.symlink !== undefined) return {link: entry.file.symlink}
  if (entry) return entry.type === 'directory' ? 'directory' : entry.type ? 'other' : 'unknown'
  const parent = tree.get(parentOf(path))?.file
  if (parent?.entries && !parent.entries.includes(baseOf(path))) return 'absent'
  const isHidden = parent?.unreadable !== undefined || !tree.has(parentOf(path))
  return unlistedIsAbsent && !isHidden ? 'absent' : 'unknown'
}

/** Why the recording cannot tell what is at a path, where it gives a reason for it or for a directory above. */
export function reasonAt(tree: Tree, path: string): string | undefined {
  for (let at = path; at !== '/'; at = parentOf(at)) {
    const reason = tree.get(at)?.file?.unreadable
    if (reason !== undefined) return reason
  }
  return undefined
}

function addParents(tree: Map<string, Entry>, path: string): void {
  for (let at = path; at !== '/'; at = parentOf(at)) {
    const parent = parentOf(at)
    const known = tree.get(parent) ?? {file: undefined, type: 'directory', names: none}
    const isImplied = known.file === undefined && known.names !== none
    if (known.names === none) tree.set(parent, {...known, names: new Set([baseOf(at)])})
    else (known.names as Set<string>).add(baseOf(at))
    if (isImplied) return
  }
}

function typeOf(path: string, file: SnapshotFile): FileStatus['type'] | undefined {
  if (path === '/') return 'directory'
  if (file.type) return file.type
  if (file.symlink !== undefined) return 'symlink'
  if (file.directory || file.entries) return 'directory'
  if (file.content === '' && file.mode === '0660' && path.endsWith('.sock')) return 'socket'
  const isBare = file.unreadable !== undefined && file.mode === undefined && file.base64 === undefined
  return isBare ? undefined : 'file'
}
