import {readdir, stat} from 'node:fs/promises'
import {errorCode, failureReading} from './file-failure.ts'
import {fileType} from './file-status.ts'
import type {Reading} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'

/** The names in a directory, sorted. `path` is what the reading names, `local` what this process opens. */
export async function listDirectory(path: string, local: string): Promise<Reading<readonly string[]>> {
  try {
    return read((await readdir(local)).sort(), fileSource(path))
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') return failureReading(error, path)
    const type = await stat(local).then(fileType, () => undefined)
    return type ? unreadable(`is a ${type}, not a directory`, fileSource(path)) : failureReading(error, path)
  }
}
