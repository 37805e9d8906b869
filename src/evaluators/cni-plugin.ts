import type {FileStatus, Probe} from '../facts/probe.ts'
import {at, type Leaf, type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type ExecutableHead, readExecutableHead} from '../text/elf-header.ts'

/** The file that libcni runs for a plugin type: the first regular file of the name in the runtime's directories. */
export interface CniPluginFile {
  /** Empty where no directory holds one. */
  readonly path: string
  readonly exists: Leaf<boolean>
  readonly isExecutable: Leaf<boolean>
  readonly isTruncated: Leaf<boolean>
  readonly sizeBytes: Leaf<number>
  /** `elf`, `script`, `other`, or `empty`. */
  readonly format: Leaf<string>
  /** Of an ELF file in Go's spelling; empty for other formats. */
  readonly architecture: Leaf<string>
  /** The dynamic loader of an ELF file, or the interpreter of a script; empty for a static program. */
  readonly interpreter: Leaf<string>
  readonly isInterpreterThere: Leaf<boolean>
  /** A link of the name that leads nowhere; empty where there is none. */
  readonly danglingLink: string
  readonly linkTarget: string
}

/**
 * Looks a plugin type up as libcni does (pkg/invoke/find.go): links are followed, execute permission is not asked for.
 * `probe.once(cniPluginFile, 'bridge', '/opt/cni/bin:/usr/lib/cni')`.
 */
export async function cniPluginFile(probe: Probe, type: string, directories: string): Promise<CniPluginFile> {
  const isName = type !== '' && !type.includes('/')
  const searched = directories.split(':').filter((directory) => directory.startsWith('/'))
  const paths = isName ? searched.map((directory) => `${directory}/${type}`) : []
  const statuses = await probe.status(paths, {follow: true})
  for (const path of paths) {
    const status = statuses.get(path)
    if (status?.state === 'read' && status.value.type === 'file') return inspect(probe, path, status.value)
    if (status?.state === 'unreadable') return hidden(unknown(`${path} ${status.reason}`, status.source))
  }
  const nowhere = at(false, searched[0] === undefined ? undefined : {kind: 'file', path: searched[0]})
  const links = await probe.status(paths)
  const dangling = [...links].find(([, link]) => link.state === 'read' && link.value.type === 'symlink')
  if (!dangling) return {...missing, exists: nowhere}
  const [path, link] = dangling
  return {
    ...missing,
    exists: nowhere,
    danglingLink: path,
    linkTarget: link.state === 'read' ? (link.value.target ?? '') : '',
  }
}

const missing: CniPluginFile = {
  path: '',
  exists: false,
  isExecutable: false,
  isTruncated: false,
  sizeBytes: 0,
  format: '',
  architecture: '',
  interpreter: '',
  isInterpreterThere: true,
  danglingLink: '',
  linkTarget: '',
}

/** Of a file that may be there nothing is known. */
function hidden(gap: Unknown): CniPluginFile {
  return {
    ...missing,
    exists: gap,
    isExecutable: gap,
    isTruncated: gap,
    sizeBytes: gap,
    format: gap,
    architecture: gap,
    interpreter: gap,
    isInterpreterThere: gap,
  }
}

async function inspect(probe: Probe, path: string, {mode, sizeBytes}: FileStatus): Promise<CniPluginFile> {
  const source: Origin = {kind: 'file', path}
  const found = {
    ...missing,
    path,
    sizeBytes,
    exists: at(true, source),
    isExecutable: at((mode & 0o111) !== 0, source),
  }
  const reading = sizeBytes === 0 ? undefined : await probe.readHead(path, headBytes)
  if (reading && reading.state !== 'read') {
    const gap = unknown(`${path} ${reading.state === 'absent' ? 'vanished' : reading.reason}`, source)
    return {...found, isTruncated: gap, format: gap, architecture: gap, interpreter: gap, isInterpreterThere: gap}
  }
  const head = reading ? readExecutableHead(reading.value) : ({kind: 'empty'} as const)
  const interpreter = interpreterOf(head, path)
  return {
    ...found,
    isTruncated: at(isCutShort(head, sizeBytes), source),
    format: at(head.kind === 'broken-elf' ? 'elf' : head.kind, source),
    architecture: head.kind === 'elf' ? at(head.elf.arch, source) : '',
    interpreter,
    isInterpreterThere: typeof interpreter === 'string' ? await exists(probe, interpreter, source) : interpreter,
  }
}

/** Enough for every program header and loader path in practice. */
const headBytes = 4096
const smallestElf = 52

function isCutShort(head: ExecutableHead, sizeBytes: number): boolean {
  if (head.kind === 'elf') return head.elf.minimumSize > sizeBytes
  return head.kind === 'empty' || (head.kind === 'broken-elf' && sizeBytes < smallestElf)
}

function interpreterOf(head: ExecutableHead, path: string) {
  if (head.kind === 'script') return head.interpreter
  if (head.kind !== 'elf' || head.elf.isDynamic === false) return ''
  return head.elf.interpreter ?? unknown(`the part of ${path} that names its loader was not captured`)
}

async function exists(probe: Probe, interpreter: string, source: Origin): Promise<Leaf<boolean>> {
  if (!interpreter.startsWith('/')) return true
  const status = (await probe.status([interpreter], {follow: true})).get(interpreter)
  if (status?.state === 'unreadable') return unknown(`${interpreter} ${status.reason}`, status.source)
  return at(status?.state === 'read', source)
}
