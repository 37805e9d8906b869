/**
 * The first blob of every row of a table in a SQLite 3 file, in the order of the rows: as much of the format as a
 * database without indexes and queries needs. Throws a RangeError on a damaged file; what a `-wal` file holds is not seen.
 */
export function sqliteBlobs(file: Uint8Array, table: string): readonly Uint8Array[] {
  const database = openDatabase(file)
  for (const columns of rowsOf(database, 1)) {
    const [type, name, , rootPage] = columns
    if (textOf(type) === 'table' && textOf(name) === table && typeof rootPage === 'number') {
      return rowsOf(database, rootPage).flatMap((row) => row.find((column) => column instanceof Uint8Array) ?? [])
    }
  }
  throw new RangeError(`the database has no table ${table}`)
}

type Column = number | Uint8Array | undefined

interface Database {
  readonly file: Uint8Array
  readonly view: DataView
  readonly pageSize: number
  /** Bytes of a page that hold content. */
  readonly usable: number
}

const leafPage = 0x0d
const interiorPage = 0x05
const fileHeaderSize = 100

function openDatabase(file: Uint8Array): Database {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const spelledSize = view.getUint16(16)
  const pageSize = spelledSize === 1 ? 65_536 : spelledSize
  const usable = pageSize - view.getUint8(20)
  if (pageSize < 512 || usable < 480) throw new RangeError(`pages of ${pageSize} bytes`)
  return {file, view, pageSize, usable}
}

/** Walks the b-tree below a root page; a page is visited once, and payloads together cannot exceed the file. */
function rowsOf(database: Database, rootPage: number): readonly (readonly Column[])[] {
  const {view, pageSize} = database
  const rows: (readonly Column[])[] = []
  const visited = new Set<number>()
  const pending = [rootPage]
  let budget = database.file.length
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    if (visited.has(page)) throw new RangeError(`page ${page} is part of two branches`)
    visited.add(page)
    const start = pageStart(database, page)
    const header = page === 1 ? start + fileHeaderSize : start
    const [type, cells] = [view.getUint8(header), view.getUint16(header + 3)]
    if (type !== leafPage && type !== interiorPage) throw new RangeError(`page ${page} is no page of a table`)
    const pointers = header + (type === leafPage ? 8 : 12)
    if (pointers + cells * 2 > start + pageSize) throw new RangeError(`page ${page} has too many cells`)
    const cellOffsets = Array.from({length: cells}, (_, index) => start + view.getUint16(pointers + index * 2))
    if (type === interiorPage) {
      const children = [...cellOffsets.map((offset) => view.getUint32(offset)), view.getUint32(header + 8)]
      for (const child of children.reverse()) pending.push(child)
      continue
    }
    for (const offset of cellOffsets) {
      const payload = payloadAt(database, offset, budget)
      budget -= payload.length
      rows.push(columnsOf(payload))
    }
  }
  return rows
}

function pageStart({pageSize, file}: Database, page: number): number {
  const start = (page - 1) * pageSize
  if (page < 1 || start + pageSize > file.length) throw new RangeError(`page ${page} is beyond the end of the file`)
  return start
}

/** The bytes of a row: those in its cell, then those in the chain of overflow pages. */
function payloadAt(database: Database, cell: number, budget: number): Uint8Array {
  const {file, view, usable} = database
  const [size, afterSize] = varint(view, cell)
  const [, start] = varint(view, afterSize)
  if (size > budget) throw new RangeError('rows are longer than the file')
  const most = usable - 35
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const spread = least + ((size - least) % (usable - 4))
  const local = size <= most ? size : spread <= most ? spread : least
  if (local === size) return file.subarray(start, start + size)
  const payload = new Uint8Array(size)
  payload.set(file.subarray(start, start + local))
  let next = view.getUint32(start + local)
  for (let filled = local; filled < size; filled += usable - 4) {
    const page = pageStart(database, next)
    payload.set(file.subarray(page + 4, page + 4 + Math.min(usable - 4, size - filled)), filled)
    next = view.getUint32(page)
  }
  return payload
}

/** The columns of a record: its header lists a type per column, the values follow. Floats are left out. */
function columnsOf(payload: Uint8Array): readonly Column[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const columns: Column[] = []
  const [headerSize, first] = varint(view, 0)
  let value = headerSize
  for (let at = first; at < headerSize; ) {
    const [type, next] = varint(view, at)
    const size = type >= 12 ? Math.floor((type - 12) / 2) : (fixedSizes[type] ?? 0)
    if (value + size > payload.length) throw new RangeError('a column is longer than its row')
    const bytes = payload.subarray(value, value + size)
    columns.push(type >= 12 ? bytes : integerOf(type, bytes))
    value += size
    at = next
  }
  return columns
}

/** Bytes of the fixed-size types 0 to 9: null, integers, a float, and the constants 0 and 1. */
const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function integerOf(type: number, bytes: Uint8Array): number | undefined {
  if (type === 8 || type === 9) return type - 8
  return type >= 1 && type <= 6 ? bytes.reduce((value, byte) => value * 256 + byte, 0) : undefined
}

/** A big-endian number of up to nine bytes, seven bits each, and where it ends. */
function varint(view: DataView, start: number): readonly [number, number] {
  let value = 0
  for (let at = start; at < start + 8; at++) {
    const byte = view.getUint8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + 1]
  }
  return [value * 256 + view.getUint8(start + 8), start + 9]
}

function textOf(column: Column): string | undefined {
  return column instanceof Uint8Array ? new TextDecoder().decode(column) : undefined
}
