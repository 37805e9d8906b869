import {lstat, readdir, stat} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {UserError} from '../errors.ts'
import {archiveMembers} from './bundle-archive.ts'
import {directoryMembers} from './bundle-directory.ts'
import {bundleDocument} from './bundle-document.ts'
import {eksLogs} from './bundle-eks.ts'
import type {BundleLayout} from './bundle-layout.ts'
import {type BundleMembers, holds} from './bundle-member.ts'
import {copiedRoot, wholeRootMarkers} from './bundle-root.ts'
import {sosreport} from './bundle-sos.ts'
import {supportBundle} from './bundle-support.ts'
import {failureReason} from './file-failure.ts'
import type {Host} from './host.ts'
import {isBelow} from './path.ts'
import {snapshotHost} from './snapshot.ts'
import type {SnapshotFile} from './snapshot-document.ts'
import {parseSnapshot} from './snapshot-file.ts'
import {BadArchive} from './tar.ts'
import {tarHeader} from './tar-header.ts'
import {unpacked} from './unpack.ts'

/**
 * The host that was recorded at a path: a snapshot, or what others' tools collected, packed or unpacked. What it is, its
 * content tells. Nothing is unpacked to disk; a mistake is a UserError.
 */
export async function openBundle(path: string): Promise<Host> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new UserError(`cannot read ${path}: ${failureReason(error)}`)
  })
  if (stats.isDirectory()) return openDirectory(path)
  try {
    return await openFile(path)
  } catch (error) {
    if (error instanceof BadArchive) throw new UserError(`cannot read ${path}: it ${error.message}`, {hint: accepted})
    if (error instanceof UserError) throw error
    throw new UserError(`cannot read ${path}: ${failureReason(error)}`, {hint: accepted})
  }
}

const accepted =
  'accepted are a snapshot (JSON, plain or gzip), a sosreport, an EKS log bundle, a support bundle with host collectors and a copied root, each as a directory or tar, plain, gzip or xz'
const layouts: readonly BundleLayout[] = [sosreport, supportBundle, eksLogs, ...copiedRoot]
const maxSnapshotBytes = 512 * 1024 * 1024

async function openDirectory(directory: string): Promise<Host> {
  if (await isWholeRoot(directory)) return (await import('./root.ts')).rootHost(directory)
  return hostOf(await directoryMembers(resolve(directory)), directory)
}

/** Whether a path is a bundle that was unpacked, or the directory around one, or a root. */
export async function isBundle(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => [])
  const [only] = names
  const bases = names.length === 1 && only !== undefined ? [directory, join(directory, only)] : [directory]
  const found = await Promise.all(
    bases.flatMap((base) =>
      layouts.map(({markers}) => Promise.all(markers.map((marker) => isThere(join(base, marker))))),
    ),
  )
  return found.some((markers) => markers.every((there) => there))
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A whole root is read where it lies, however large it is. */
async function isWholeRoot(directory: string): Promise<boolean> {
  const found = await Promise.all(wholeRootMarkers.map((marker) => isThere(join(directory, marker))))
  return found.every((there) => there) && !(await isThere(join(directory, '/proc/version')))
}

async function openFile(path: string): Promise<Host> {
  const chunks = unpacked(path)
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 512) {
    const next = await chunks.next()
    if (next.done) break
    head = joined([head, next.value])
  }
  const all = (async function* () {
    yield head
    yield* chunks
  })()
  if (tarHeader(head.subarray(0, 512))) return hostOf(await archiveMembers(all), path)
  if (!/^(?:\uFEFF)?\s*[{[]/.test(head.toString('utf8', 0, 512))) {
    throw new UserError(`${path} is neither a snapshot nor a bundle`, {hint: accepted})
  }
  return snapshotHost(parseSnapshot(await textOf(all, path), path))
}

async function textOf(chunks: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxSnapshotBytes) throw new UserError(`${path} is too large for a snapshot`, {hint: accepted})
    parts.push(chunk)
  }
  return joined(parts).toString()
}

/** The parts as one, without a copy of a part that is all there is. */
function joined(parts: readonly Uint8Array[]): Buffer {
  const [only, ...others] = parts.filter(({length}) => length > 0)
  return only && others.length === 0 ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(parts)
}

async function hostOf(all: BundleMembers, path: string): Promise<Host> {
  for (const base of basesOf(all)) {
    const members = base === '/' ? all : below(all, base)
    const layout = layouts.find(({markers}) => markers.every((marker) => holds(members, marker)))
    if (!layout) continue
    const name = basename(base === '/' ? resolve(path) : base)
    const document = await bundleDocument(members, layout, name)
    const missing = `not in this ${layout.kind}`
    return {...snapshotHost(document, missing), mode: layout.mode}
  }
  throw new UserError(`${path} is no bundle of a known kind`, {hint: accepted})
}

/** The root of the bundle, or the one directory that everything lies in. */
function basesOf(members: BundleMembers): readonly string[] {
  const tops = new Set([...members.keys()].map((path) => path.split('/')[1] ?? ''))
  tops.delete('')
  const [top] = tops
  return tops.size === 1 && top !== undefined ? ['/', `/${top}`] : ['/']
}

function below(members: BundleMembers, base: string): BundleMembers {
  const inside = [...members].filter(([path]) => path !== base && isBelow(path, base))
  return new Map<string, SnapshotFile>(inside.map(([path, file]) => [path.slice(base.length), file]))
}
