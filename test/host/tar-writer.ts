/** One member of an archive that a test makes. */
export interface Written {
  readonly name: string
  readonly flag?: string
  readonly content?: string | Buffer
  readonly target?: string
  readonly mode?: number
  readonly uid?: number
  /** What the header claims instead of the content's length. */
  readonly sizeBytes?: number
}

/** The bytes of a tar archive, so that tests can say what no packer writes. */
export function tarOf(...members: readonly Written[]): Buffer {
  return Buffer.concat([...members.map(memberOf), Buffer.alloc(1024)])
}

/** A pax header for the member that follows. */
export function paxOf(key: string, value: string): Written {
  const rest = ` ${key}=${value}\n`
  const length = [2, 3, 4]
    .map((digits) => digits + Buffer.byteLength(rest))
    .find((sum, at) => `${sum}`.length === at + 2)
  return {name: 'pax', flag: 'x', content: `${length}${rest}`}
}

function memberOf({name, flag = '0', content = '', target = '', mode = 0o644, uid = 0, sizeBytes}: Written): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  const octal = (value: number, at: number, length: number): number =>
    header.write(value.toString(8).padStart(length - 1, '0'), at)
  octal(mode, 100, 8)
  octal(uid, 108, 8)
  octal(0, 116, 8)
  octal(sizeBytes ?? bytes.length, 124, 12)
  octal(Date.parse('2026-08-01T00:00:00Z') / 1000, 136, 12)
  header.write('        ', 148)
  header.write(flag, 156)
  header.write(target, 157, 100)
  header.write('ustar\x0000', 257)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}
