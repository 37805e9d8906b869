import {open, readFile, stat} from 'node:fs/promises'
import {pipeline, Readable} from 'node:stream'
import {ReadableStream} from 'node:stream/web'
import {createGunzip} from 'node:zlib'
import {BadArchive} from './tar.ts'

/**
 * The content of a file, unpacked on the way where its first bytes say gzip or xz. Ends with BadArchive where it is damaged
 * or holds more than any bundle does.
 */
export async function* unpacked(file: string): AsyncGenerator<Uint8Array> {
  let total = 0
  try {
    for await (const chunk of await streamOf(file)) {
      total += chunk.length
      if (total > maxUnpackedBytes) throw new BadArchive('holds more than 16 GiB')
      yield chunk
    }
  } catch (error) {
    if (error instanceof BadArchive || (error instanceof Error && 'syscall' in error)) throw error
    throw new BadArchive(`is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The bytes of a file, most files in one piece. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const status = await stat(file)
  if (status.isFile() && status.size <= pieceBytes) {
    yield await readFile(file)
    return
  }
  const handle = await open(file)
  try {
    for (;;) {
      const {bytesRead, buffer} = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

async function streamOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  const bytes = bytesOf(file)
  const first = await bytes.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const all = (async function* () {
    yield head
    yield* bytes
  })()
  if (head.subarray(0, 2).equals(gzipMagic)) {
    const gunzip = createGunzip({chunkSize: pieceBytes})
    pipeline(Readable.from(all, {objectMode: false}), gunzip, () => {})
    return gunzip
  }
  if (!head.subarray(0, 6).equals(xzMagic)) return all
  const {XzReadableStream} = await xzLibrary()
  const packed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await all.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
  })
  return new XzReadableStream(packed as globalThis.ReadableStream<Uint8Array>) as ReadableStream<Uint8Array>
}

/** The library is CommonJS marked as a module: Node gives it as the default, bundlers and loaders by its names. */
async function xzLibrary(): Promise<typeof import('xz-decompress')> {
  const library: {default?: typeof import('xz-decompress')} = await import('xz-decompress')
  return library.default ?? (library as typeof import('xz-decompress'))
}

const pieceBytes = 1024 * 1024
const gzipMagic = Buffer.from([0x1f, 0x8b])
const xzMagic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])
const maxUnpackedBytes = 16 * 1024 * 1024 * 1024
