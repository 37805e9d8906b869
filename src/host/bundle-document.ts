import type {BundleLayout, Told} from './bundle-layout.ts'
import {type BundleMembers, holds} from './bundle-member.ts'
import {baseOf, isBelow, parentOf, resolvePath} from './path.ts'
import type {SnapshotDocument, SnapshotFile} from './snapshot-document.ts'
import {stepAt, treeOf} from './snapshot-tree.ts'

/** What a bundle holds of its host as a snapshot, in which nothing is absent but what the layout proves. */
export async function bundleDocument(
  members: BundleMembers,
  layout: BundleLayout,
  name: string,
): Promise<SnapshotDocument> {
  const told = answersOf(members, layout)
  const files: Record<string, SnapshotFile> = {'/dev/null': {type: 'device', mode: '0666'}}
  const keepsStatus = layout.keepsStatus && isOwnedByRoot(members)
  for (const [path, file] of members) {
    const hostPath = layout.hostPath(path)
    if (hostPath !== undefined) files[hostPath] = keepsStatus ? file : withoutStatus(file)
  }
  for (const answer of told) {
    for (const [path, content] of Object.entries(answer.files ?? {})) files[path] ??= {content}
    for (const [path, entries] of Object.entries(answer.directories ?? {})) {
      files[path] = {entries, ...files[path], directory: true}
    }
  }
  await listWhole(files, layout, [...provenBy(members, layout), ...told.flatMap(({whole = []}) => whole)])
  const hostname = contentOf(files['/etc/hostname'])?.trim().split('\n')[0]
  const hardware = Object.assign({}, ...told.map((answer) => answer.hardware ?? {}))
  return {
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {
      name: hostname || told.find(({hostName}) => hostName)?.hostName || name,
      capturedAt: newestOf(members).toISOString(),
    },
    unlisted: 'unknown',
    files,
    commands: told.flatMap(({commands = []}) => commands),
    ...(Object.keys(hardware).length > 0 ? {hardware} : {}),
  }
}

/** What the texts of a bundle tell by way of its layout; where two tell the same, the first counts. */
function answersOf(members: BundleMembers, {answers}: BundleLayout): readonly Told[] {
  const text = (path: string): string | undefined => contentOf(members.get(path))
  return [...members.keys()].flatMap((path) =>
    answers
      .filter(({from}) => from.test(path))
      .map(({read}) => read(text(path) ?? '', {text, has: (at) => members.has(at), path})),
  )
}

/** The paths that the layout says were collected whole, judged by what the bundle holds. */
function provenBy(members: BundleMembers, {whole}: BundleLayout): readonly string[] {
  return whole.filter(({witnesses}) => witnesses.every((path) => holds(members, path))).flatMap(({paths}) => paths)
}

/** Lists the directories at and below paths that were collected whole, and notes the paths that were missing. */
async function listWhole(
  files: Record<string, SnapshotFile>,
  {except}: BundleLayout,
  paths: readonly string[],
): Promise<void> {
  const tree = treeOf({apiVersion: 'node-preflight/v1', kind: 'Snapshot', host: {name: '', capturedAt: ''}, files})
  for (const path of paths) {
    const end = await resolvePath(path, (at) => stepAt(tree, at, false))
    if (end.state === 'unknown' && !tree.has(end.path)) files[end.path] = {absent: true}
    if (end.state !== 'there') continue
    for (const [at, {type, inside}] of tree) {
      const isLeftOut = except.some((out) => isBelow(at, out))
      const mayBeMounted = inside.length === 0 && mountPoints.test(at)
      if (type !== 'directory' || !isBelow(at, end.path) || isLeftOut || mayBeMounted) continue
      const known = files[at]
      if (known?.unreadable === undefined) {
        files[at] = {...known, directory: true, entries: [...inside.map(baseOf), ...namesOf(at, except)]}
      }
    }
  }
}

/** Names in a directory that were left out of it; whether they exist is not known. */
function namesOf(directory: string, except: readonly string[]): readonly string[] {
  return except.filter((path) => parentOf(path) === directory).map(baseOf)
}

/** Where file systems of their own are mounted: an empty directory of this kind may be one that was left out; /run is empty at boot. */
const mountPoints = /^\/(?!run$)(?:[^/]+|var\/[^/]+|var\/lib\/[^/]+|boot\/efi|usr\/local|mnt\/.*|media\/.*)$/

/** Whether owners survived: an archive keeps them, but a user who unpacks one owns everything. */
function isOwnedByRoot(members: BundleMembers): boolean {
  return ['/etc', '/proc', '/sys', '/usr', '/lib'].every((path) => (members.get(path)?.uid ?? 0) === 0)
}

function withoutStatus({mode, uid, gid, ...file}: SnapshotFile): SnapshotFile {
  return file
}

function contentOf(file: SnapshotFile | undefined): string | undefined {
  return file?.content
}

/** When the newest file was written, which is when the bundle was taken; never later than now. */
function newestOf(members: BundleMembers): Date {
  let newest = 0
  const now = Date.now()
  for (const {mtime, directory} of members.values()) {
    const time = mtime === undefined || directory ? 0 : Date.parse(mtime)
    if (time > newest && time <= now) newest = time
  }
  return new Date(newest || now)
}
