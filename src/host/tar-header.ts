/** What a header block of a tar archive says of the member behind it. */
export interface TarHeader {
  readonly name: string
  /** The type flag, as in `0` for a file, `2` for a symbolic link, `5` for a directory. */
  readonly flag: string
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** Where a symbolic or hard link leads, as written. */
  readonly target: string
  /** Only parts of the content are stored. */
  readonly isSparse?: boolean
}

/** Reads a block of 512 bytes; undefined where its sum does not fit, which is how a tar archive is told from other files. */
export function tarHeader(block: Buffer): TarHeader | undefined {
  const sizeBytes = number(block, 124, 12)
  if (block.length < 512 || number(block, 148, 8) !== sum(block) || !Number.isSafeInteger(sizeBytes)) return undefined
  const flag = String.fromCharCode(block[156] ?? 0)
  const prefix = text(block, 257, 6) === 'ustar' && block[263] === 0x30 ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  const hasContent = !'123456'.includes(flag)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    flag: flag === '\0' || flag === '7' ? (name.endsWith('/') ? '5' : '0') : flag,
    mode: number(block, 100, 8) & 0o7777,
    uid: number(block, 108, 8),
    gid: number(block, 116, 8),
    sizeBytes: hasContent ? sizeBytes : 0,
    modifiedMs: number(block, 136, 12) * 1000,
    target: text(block, 157, 100),
  }
}

/** The sum of all bytes, those of the sum itself taken as spaces. */
function sum(block: Buffer): number {
  let total = 0
  for (let at = 0; at < 512; at++) total += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0)
  return total
}

function text(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at)
  return block.toString('utf8', at, end < 0 ? at + length : Math.min(end, at + length))
}

/** Octal digits, or GNU's binary numbers, which begin with the highest bit; not a number where it is neither. */
function number(block: Buffer, at: number, length: number): number {
  if ((block[at] ?? 0) === 0x80) {
    let value = 0
    for (let index = at + 1; index < at + length; index++) value = value * 256 + (block[index] ?? 0)
    return value
  }
  const digits = text(block, at, length).trim()
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}
