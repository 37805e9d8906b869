import {type TarHeader, tarHeader} from './tar-header.ts'

/** One member of a tar archive; its content can be taken until the next member is asked for. */
export interface TarMember extends TarHeader {
  /** The next bytes of the content, fewer at its end. */
  take(bytes: number): Promise<Buffer>
}

/** What is wrong with an archive. */
export class BadArchive extends Error {}

/**
 * The members of a tar archive (ustar, pax, GNU) in their order, holding no more than a chunk and a header in memory.
 * Names are as written; sparse files have no content.
 */
export async function* tarMembers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const source = byteSource(chunks)
  let extended: Partial<TarHeader> = {}
  for (;;) {
    const block = await source.take(blockBytes)
    if (block.length === 0 || (block.length === blockBytes && block.every((byte) => byte === 0))) return
    const header = block.length === blockBytes ? tarHeader(block) : undefined
    if (!header) throw new BadArchive(`is cut short or damaged after ${source.offset()} bytes`)
    if (header.flag === 'S') await skipSparseMap(block, source)
    const isAbout = 'xgLK'.includes(header.flag)
    if (isAbout && header.sizeBytes > maxHeaderBytes) throw new BadArchive('holds a header of more than 1 MiB')
    const sizeBytes = isAbout ? header.sizeBytes : (extended.sizeBytes ?? header.sizeBytes)
    const end = source.offset() + Math.ceil(sizeBytes / blockBytes) * blockBytes
    if (isAbout) {
      const content = await source.take(sizeBytes)
      if (header.flag !== 'g') extended = {...extended, ...extension(header.flag, content)}
    } else {
      let left = sizeBytes
      const take = async (bytes: number): Promise<Buffer> => {
        const taken = await source.take(Math.min(bytes, left))
        left -= taken.length
        return taken
      }
      const isSparse = header.flag === 'S' || extended.isSparse === true
      yield {...header, ...extended, sizeBytes, isSparse, take}
      extended = {}
    }
    await source.skip(end - source.offset())
  }
}

const blockBytes = 512
const maxHeaderBytes = 1024 * 1024

interface ByteSource {
  offset(): number
  take(bytes: number): Promise<Buffer>
  skip(bytes: number): Promise<void>
}

function byteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]()
  let current: Buffer = Buffer.alloc(0)
  let consumed = 0
  /** The next bytes, at most as many as asked for; empty at the end of the archive. */
  async function next(bytes: number): Promise<Buffer> {
    while (current.length === 0) {
      const {done, value} = await iterator.next()
      if (done) return current
      current = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const part = current.subarray(0, bytes)
    current = current.subarray(part.length)
    consumed += part.length
    return part
  }
  return {
    offset: () => consumed,
    async take(bytes) {
      const parts: Buffer[] = []
      for (let left = bytes; left > 0; ) {
        const part = await next(left)
        if (part.length === 0) break
        parts.push(part)
        left -= part.length
      }
      return Buffer.concat(parts)
    },
    async skip(bytes) {
      for (let left = bytes; left > 0; ) {
        const part = await next(left)
        if (part.length === 0) throw new BadArchive(`is cut short after ${consumed} bytes`)
        left -= part.length
      }
    },
  }
}

/** Old GNU sparse files carry further blocks of their map before the content. */
async function skipSparseMap(header: Buffer, source: ByteSource): Promise<void> {
  let isContinued = header[482] === 1
  while (isContinued) {
    const block = await source.take(blockBytes)
    isContinued = block[504] === 1
  }
}

/** What a header about the next member says of it. */
function extension(flag: string, content: Buffer): Partial<TarHeader> {
  const text = content.toString('utf8').replace(/\0+$/, '')
  if (flag === 'L') return {name: text}
  return flag === 'K' ? {target: text} : paxRecords(content)
}

function paxRecords(content: Buffer): Partial<TarHeader> {
  let found: {-readonly [Key in keyof TarHeader]?: TarHeader[Key]} = {}
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const length = Number(content.toString('latin1', at, space))
    if (space < 0 || !Number.isSafeInteger(length) || length <= space - at) break
    const record = content.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    found = {...found, ...paxMember(record.slice(0, equals), record.slice(equals + 1))}
    at += length
  }
  return found
}

function paxMember(key: string, value: string): Partial<TarHeader> {
  const number = Number(value)
  if (key === 'path' || key === 'GNU.sparse.name') return {name: value}
  if (key === 'linkpath') return {target: value}
  if (key.startsWith('GNU.sparse.')) return {isSparse: true}
  if (!Number.isFinite(number) || number < 0) return {}
  if (key === 'size' && Number.isSafeInteger(number)) return {sizeBytes: number}
  if (key === 'mtime') return {modifiedMs: Math.floor(number * 1000)}
  return key === 'uid' || key === 'gid' ? {[key]: number} : {}
}
