/** An installed rpm package; the epoch is 0 where the package has none. */
export interface RpmPackage {
  readonly name: string
  readonly epoch: number
  readonly version: string
  readonly release: string
  readonly arch: string
}

/**
 * Reads the header blob of an installed package as every rpm database stores it: two big-endian counts, the index of
 * tags, then their data. Undefined for a blob that is none.
 */
export function readRpmHeader(blob: Uint8Array): RpmPackage | undefined {
  if (blob.length < countsSize) return undefined
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  const entries = view.getUint32(0)
  const dataStart = countsSize + entries * entrySize
  if (dataStart > blob.length) return undefined
  const texts = new Map<number, string>()
  let epoch = 0
  for (let at = countsSize; at < dataStart; at += entrySize) {
    const [tag, type, data] = [view.getUint32(at), view.getUint32(at + 4), dataStart + view.getUint32(at + 8)]
    if (tag === tags.epoch && type === int32Type && data + 4 <= blob.length) epoch = view.getUint32(data)
    else if (wantedTexts.has(tag) && type === stringType) texts.set(tag, cString(blob, data))
  }
  const [name, version, release] = [texts.get(tags.name), texts.get(tags.version), texts.get(tags.release)]
  if (!name || !version || !release) return undefined
  return {name, epoch, version, release, arch: texts.get(tags.arch) ?? ''}
}

const countsSize = 8
const entrySize = 16
const int32Type = 4
const stringType = 6
const tags = {name: 1000, version: 1001, release: 1002, epoch: 1003, arch: 1022}
const wantedTexts: ReadonlySet<number> = new Set([tags.name, tags.version, tags.release, tags.arch])
const maxTextLength = 1024

function cString(bytes: Uint8Array, start: number): string {
  const text = bytes.subarray(start, start + maxTextLength)
  const end = text.indexOf(0)
  return new TextDecoder().decode(end < 0 ? text : text.subarray(0, end))
}
