import {lstat, readdir, readlink} from 'node:fs/promises'
import {UserError} from '../errors.ts'
import {type Budget, type BundleMembers, keptContent, maxMembers, newBudget} from './bundle-member.ts'
import {fileStatus} from './file-status.ts'
import {joinPath} from './path.ts'
import {read} from './reading.ts'
import {recordedFile} from './recorded-file.ts'
import {readRegular} from './regular-file.ts'
import type {SnapshotFile} from './snapshot-document.ts'

/** Reads a bundle that was unpacked into a directory, within bounds; links are noted and not followed. */
export async function directoryMembers(directory: string): Promise<BundleMembers> {
  const members = new Map<string, SnapshotFile>()
  const budget = newBudget()
  const pending = ['/']
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const names = await readdir(`${directory}${at}`).catch(() => undefined)
    if (!names) {
      members.set(at, {...members.get(at), unreadable: 'could not be listed in the bundle'})
      continue
    }
    for (const name of names) {
      const path = joinPath(at, name)
      const file = await memberFile(directory, path, budget)
      members.set(path, file)
      if (file.directory) pending.push(path)
    }
    if (members.size > maxMembers) throw new UserError(`${directory} holds more than ${maxMembers} files`)
  }
  return members
}

async function memberFile(directory: string, path: string, budget: Budget): Promise<SnapshotFile> {
  const local = `${directory}${path}`
  try {
    const stats = await lstat(local)
    const target = stats.isSymbolicLink() ? await readlink(local) : undefined
    const status = read(fileStatus(stats, path, target), {kind: 'file', path})
    const file = recordedFile(path, {}, status)
    if (!stats.isFile()) return file
    const take = takeFrom(path, local, stats.size)
    return {...file, ...(await keptContent({path, sizeBytes: stats.size, take}, budget))}
  } catch {
    return {unreadable: 'could not be read in the bundle'}
  }
}

/** Takes from a file in at most two steps: its head, and then all of it. */
function takeFrom(path: string, local: string, sizeBytes: number): (bytes: number) => Promise<Buffer> {
  let taken = 0
  return async (bytes) => {
    if (bytes <= 0) return Buffer.alloc(0)
    const reading = await readRegular({path, local, realPath: path}, Math.min(taken + bytes, sizeBytes))
    if (reading.state !== 'read') throw new Error('unreadable')
    const part = reading.value.subarray(taken)
    taken += part.length
    return part
  }
}
