import {lstat, readlink, realpath} from 'node:fs/promises'
import {resolve as absolutePath, basename} from 'node:path'
import {UserError} from '../errors.ts'
import {mapConcurrently} from './concurrent.ts'
import {headReading, textReading} from './decode.ts'
import {errorCode, failureReading, failureReason, linkLoop} from './file-failure.ts'
import {fileStatus} from './file-status.ts'
import type {FileStatus, Host, Reading, StatusOptions} from './host.ts'
import {listDirectory} from './list-directory.ts'
import {isBelow, type Resolved, resolvePath, type Step} from './path.ts'
import {absent, commandSource, fileSource, hardwareSource, read, unreadable} from './reading.ts'
import {fullAllowance, readRegular} from './regular-file.ts'

/**
 * A mounted root file system: all links are resolved inside it, and no program is ever started. What lies below its /proc
 * and /sys is unreadable, because there it would be empty or that of the machine doing the mounting.
 */
export async function rootHost(directory: string): Promise<Host> {
  const root = await rootDirectory(directory)
  const allowance = fullAllowance()
  const local = (path: string): string => (root === '/' ? path : `${root}${path}`)
  const steps = new Map<string, Step | Promise<Step>>()
  const lookUp = (path: string): Step | Promise<Step> => {
    const known = steps.get(path)
    if (known !== undefined) return known
    const step = stepAt(local(path)).then((found) => {
      steps.set(path, found)
      return found
    })
    steps.set(path, step)
    return step
  }

  /** The path inside the root that holds no links, or the reading that says why there is none. */
  async function resolved(path: string, followLast = true): Promise<Reading<Resolved>> {
    const source = fileSource(path)
    const end = await resolvePath(path, lookUp, followLast)
    if (kernelTrees.some((tree) => isBelow(end.path, tree))) return unreadable(offline, source)
    if (end.state === 'absent') return absent(source)
    return end.state === 'loop' ? unreadable(linkLoop, source) : read(end, source)
  }

  async function bytesOf(path: string, limit?: number): Promise<Reading<Buffer>> {
    const end = await resolved(path)
    if (end.state !== 'read') return end
    return readRegular({path, allowance, realPath: end.value.path, local: local(end.value.path)}, limit)
  }

  async function statusOf(path: string, options: StatusOptions): Promise<Reading<FileStatus>> {
    if (options.labels) return unreadable(unlabelled, fileSource(path))
    const found = await resolved(path, options.follow ?? false)
    if (found.state !== 'read') return found
    try {
      const stats = await lstat(local(found.value.path))
      if (!stats.isSymbolicLink()) return read(fileStatus(stats, found.value.path), found.source)
      const end = await resolvePath(path, lookUp)
      const target = await readlink(local(found.value.path))
      return read(fileStatus(stats, end.state === 'loop' ? found.value.path : end.path, target), found.source)
    } catch (error) {
      return failureReading(error, path)
    }
  }

  return {
    mode: 'root',
    name: await nameOf(bytesOf, root),
    now: Date.now,
    readFile: async (path) => {
      const bytes = await bytesOf(path)
      return bytes.state === 'read' ? textReading(bytes.value, path) : bytes
    },
    readHead: async (path, length) => {
      const bytes = await bytesOf(path, length)
      return bytes.state === 'read' ? headReading(bytes.value, path) : bytes
    },
    list: async (path) => {
      const end = await resolved(path)
      return end.state === 'read' ? listDirectory(path, local(end.value.path)) : end
    },
    status: async (paths, options = {}) => {
      const unique = [...new Set(paths)]
      return new Map(
        await mapConcurrently(unique, maxCalls, async (path) => [path, await statusOf(path, options)] as const),
      )
    },
    run: async (argv) => unreadable('no program is started on a mounted root', commandSource(argv)),
    hardware: async () => absent(hardwareSource),
  }
}

async function rootDirectory(directory: string): Promise<string> {
  const root = await realpath(absolutePath(directory)).catch((error: unknown) => {
    throw new UserError(`cannot use ${directory} as root: ${failureReason(error)}`)
  })
  if ((await stepAt(root)) !== 'directory')
    throw new UserError(`cannot use ${directory} as root: it is not a directory`)
  const inside = await Promise.all(['etc', 'usr'].map((name) => stepAt(`${root}/${name}`)))
  if (inside.some((step) => step !== 'absent')) return root
  throw new UserError(`${directory} is no root file system: it has neither etc nor usr`, {
    hint: 'is the image mounted there?',
  })
}

async function nameOf(bytesOf: (path: string) => Promise<Reading<Buffer>>, root: string): Promise<string> {
  const bytes = await bytesOf('/etc/hostname')
  const name = bytes.state === 'read' ? bytes.value.toString('utf8').split('\n')[0]?.trim() : undefined
  return name || basename(root) || root
}

async function stepAt(local: string): Promise<Step> {
  try {
    const stats = await lstat(local)
    if (stats.isSymbolicLink()) return {link: await readlink(local)}
    return stats.isDirectory() ? 'directory' : 'other'
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unknown'
  }
}

const kernelTrees = ['/proc', '/sys']
const offline = 'offline: a mounted root has no running kernel'
const unlabelled = 'SELinux labels of a mounted root cannot be read: no program is started on it'
const maxCalls = 256
