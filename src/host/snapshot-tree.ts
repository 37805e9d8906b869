import type {FileStatus} from './host.ts'
import {baseOf, parentOf, type Step} from './path.ts'
import type {SnapshotDocument, SnapshotFile} from './snapshot-document.ts'

/** One path of a recorded host. A directory that only its files imply has no `file`. */
export interface Entry {
  readonly path: string
  readonly file: SnapshotFile | undefined
  /** What the path is; undefined where the recording cannot tell. */
  readonly type: FileStatus['type'] | undefined
  /** The listed paths inside, which are all where what is not listed is absent. */
  readonly inside: readonly string[]
}

/** Of the thousands of files nothing lies inside. */
const none: readonly string[] = []

/** The recorded paths with the directories they imply. */
export type Tree = ReadonlyMap<string, Entry>

/** Every path of a document and every directory above one. */
export function treeOf(document: SnapshotDocument): Tree {
  const tree = new Map<string, Entry>([['/', {path: '/', file: undefined, type: 'directory', inside: []}]])
  for (const [path, file] of Object.entries(document.files ?? {})) {
    const listed = typeof file === 'string' ? {content: file} : file
    const implied = tree.get(path)
    tree.set(path, {path, file: listed, type: typeOf(path, listed), inside: implied?.inside ?? none})
    if (!listed.absent && !implied) addToParents(tree, path)
  }
  return tree
}

/** What a walk finds at a path of the tree; `directory` is what the path lies in. */
export function stepAt(tree: Tree, path: string, unlistedIsAbsent: boolean, directory = parentOf(path)): Step {
  const entry = tree.get(path)
  if (entry?.file?.absent) return 'absent'
  if (entry?.file?.symlink !== undefined) return {link: entry.file.symlink}
  if (entry) return entry.type === 'directory' ? 'directory' : entry.type ? 'other' : 'unknown'
  const parent = tree.get(directory)
  if (parent?.file?.entries && !parent.file.entries.includes(baseOf(path))) return 'absent'
  const isHidden = !parent || parent.file?.unreadable !== undefined
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

/** Lists a path in its directory, and where that is new, or was listed as absent, that in the one above. */
function addToParents(tree: Map<string, Entry>, path: string): void {
  for (let at = path; at !== '/'; at = parentOf(at)) {
    const parent = parentOf(at)
    const known = tree.get(parent) ?? {path: parent, file: undefined, type: 'directory', inside: none}
    if (known.inside !== none) {
      ;(known.inside as string[]).push(at)
      return
    }
    const isListed = known.file !== undefined && !known.file.absent
    tree.set(parent, {...known, inside: [at]})
    if (isListed) return
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
