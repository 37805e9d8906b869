/**
 * The header blobs in a `Packages` file of Berkeley DB, the hash format of rpm up to RHEL 8. Throws a RangeError on a
 * damaged file.
 */
export function bdbBlobs(file: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isLittle = view.getUint32(magicOffset, true) === bdbHashMagic
  const pageSize = view.getUint32(pageSizeOffset, isLittle)
  if (pageSize < 512 || pageSize > 65_536) throw new RangeError(`pages of ${pageSize} bytes`)
  const database: Database = {file, view, isLittle, pageSize, budget: file.length}
  const blobs: Uint8Array[] = []
  for (let page = pageSize; page + pageSize <= file.length; page += pageSize) {
    if (hashPages.has(view.getUint8(page + typeOffset))) blobs.push(...valuesOn(database, page))
  }
  return blobs
}

/** The magic number of a Berkeley DB hash file, at byte 12 in the byte order of the machine that made it. */
export const bdbHashMagic = 0x061561

interface Database {
  readonly file: Uint8Array
  readonly view: DataView
  readonly isLittle: boolean
  readonly pageSize: number
  /** Bytes that values may still take: together they fit into the file. */
  budget: number
}

const magicOffset = 12
const pageSizeOffset = 20
/** Positions in the header of a page. */
const nextPageOffset = 16
const entriesOffset = 20
const lengthOffset = 22
const typeOffset = 25
const pageHeaderSize = 26
/** Unsorted and sorted pages of keys and values. */
const hashPages: ReadonlySet<number> = new Set([2, 13])
const overflowPage = 7
const onPageItem = 1
const offPageItem = 3
/** The record of the highest package number is no header. */
const counterSize = 4

/** The values of a page of alternating keys and values; items lie from the end of the page downwards. */
function valuesOn(database: Database, page: number): readonly Uint8Array[] {
  const {file, view, isLittle, pageSize} = database
  const entries = view.getUint16(page + entriesOffset, isLittle)
  if (pageHeaderSize + entries * 2 > pageSize) throw new RangeError('a page has too many entries')
  const itemAt = (index: number) => view.getUint16(page + pageHeaderSize + index * 2, isLittle)
  const values: Uint8Array[] = []
  for (let index = 1; index < entries; index += 2) {
    const item = page + itemAt(index)
    const type = view.getUint8(item)
    if (type === offPageItem) {
      values.push(chain(database, view.getUint32(item + 4, isLittle), view.getUint32(item + 8, isLittle)))
    } else if (type === onPageItem) {
      const value = file.subarray(item + 1, page + itemAt(index - 1))
      if (value.length !== counterSize) values.push(value)
    } else throw new RangeError(`a value of unknown kind ${type}`)
  }
  return values
}

/** A value that fills pages of its own. */
function chain(database: Database, firstPage: number, length: number): Uint8Array {
  const {file, view, isLittle, pageSize} = database
  database.budget -= length
  if (database.budget < 0) throw new RangeError('values are longer than the file')
  const value = new Uint8Array(length)
  let filled = 0
  for (let number = firstPage; filled < length; ) {
    const page = number * pageSize
    const size = view.getUint16(page + lengthOffset, isLittle)
    const isChained = view.getUint8(page + typeOffset) === overflowPage
    if (!isChained || size === 0 || size > pageSize - pageHeaderSize || filled + size > length) {
      throw new RangeError(`page ${number} does not continue a value`)
    }
    value.set(file.subarray(page + pageHeaderSize, page + pageHeaderSize + size), filled)
    filled += size
    number = view.getUint32(page + nextPageOffset, isLittle)
  }
  return value
}
