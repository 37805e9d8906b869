import type {Parsed} from './parsed.ts'
import {bdbBlobs, bdbHashMagic} from './rpm-bdb.ts'
import {type RpmPackage, readRpmHeader} from './rpm-header.ts'
import {ndbBlobs} from './rpm-ndb.ts'
import {sqliteBlobs} from './sqlite-table.ts'

/**
 * Reads the installed packages from the bytes of an rpm database of any backend: `rpmdb.sqlite`, `Packages.db` (ndb) or
 * `Packages` (Berkeley DB). A name has several packages where versions are installed side by side, as kernels are.
 */
export function readRpmDatabase(file: Uint8Array): Parsed<ReadonlyMap<string, readonly RpmPackage[]>> {
  try {
    const packages = new Map<string, RpmPackage[]>()
    for (const blob of headerBlobs(file)) {
      const rpm = readRpmHeader(blob)
      if (!rpm) throw new RangeError('a package header is damaged')
      const named = packages.get(rpm.name)
      if (named) named.push(rpm)
      else packages.set(rpm.name, [rpm])
    }
    return {ok: true, value: packages}
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {ok: false, problem: {message: `no readable rpm database: ${error.message}`, line: 1, column: 1}}
  }
}

function headerBlobs(file: Uint8Array): readonly Uint8Array[] {
  const head = new TextDecoder('latin1').decode(file.subarray(0, 16))
  if (head === 'SQLite format 3\0') return sqliteBlobs(file, 'Packages')
  if (head.startsWith('RpmP')) return ndbBlobs(file)
  const magic = file.length >= 16 ? new DataView(file.buffer, file.byteOffset).getUint32(12, true) : 0
  if (magic === bdbHashMagic || magic === swapped(bdbHashMagic)) return bdbBlobs(file)
  throw new RangeError('unknown format')
}

function swapped(word: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, word)
  return view.getUint32(0, true)
}
