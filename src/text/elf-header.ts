/** What the head of a file tells about running it. */
export type ExecutableHead =
  | {readonly kind: 'elf'; readonly elf: ElfHeader}
  | {readonly kind: 'script'; readonly interpreter: string; readonly argument: string | undefined}
  /** An ELF file whose header itself is cut off or malformed. */
  | {readonly kind: 'broken-elf'}
  | {readonly kind: 'empty'}
  | {readonly kind: 'other'}

/** The parts of an ELF header a loader looks at; undefined where the captured head ends before them. */
export interface ElfHeader {
  readonly bits: 32 | 64
  readonly endian: 'little' | 'big'
  /** The architecture in Go's spelling, such as `amd64`; `machine-<number>` for one Kubernetes does not run on. */
  readonly arch: string
  readonly type: 'relocatable' | 'executable' | 'shared' | 'core' | 'unknown'
  /** Whether a dynamic loader is asked for. */
  readonly isDynamic: boolean | undefined
  /** The path of the dynamic loader. */
  readonly interpreter: string | undefined
  /** The size in bytes below which the file is truncated for certain, as far as the head tells. */
  readonly minimumSize: number
}

/** Reads what the first bytes of a file say about it: 4 KiB are enough for every program header and loader path in practice. */
export function readExecutableHead(head: Uint8Array): ExecutableHead {
  if (head.length === 0) return {kind: 'empty'}
  if (startsWith(head, [0x23, 0x21])) return script(head)
  if (!startsWith(head, [0x7f, 0x45, 0x4c, 0x46])) return {kind: 'other'}
  const elf = elfHeader(head)
  return elf ? {kind: 'elf', elf} : {kind: 'broken-elf'}
}

interface Layout {
  readonly headerSize: number
  readonly phoff: number
  readonly shoff: number
  readonly counts: number
  readonly phentsize: number
  readonly offset: number
  readonly filesz: number
  readonly word: number
}

/** Byte positions in the file header (first four) and in a program header (the rest) by class. */
const layouts: Readonly<Record<32 | 64, Layout>> = {
  32: {headerSize: 52, phoff: 28, shoff: 32, counts: 42, phentsize: 32, offset: 4, filesz: 16, word: 4},
  64: {headerSize: 64, phoff: 32, shoff: 40, counts: 54, phentsize: 56, offset: 8, filesz: 32, word: 8},
}

const types: Readonly<Record<number, ElfHeader['type']>> = {1: 'relocatable', 2: 'executable', 3: 'shared', 4: 'core'}
const interpreterSegment = 3
/** PT_NULL: an unused entry whose other fields mean nothing. */
const noSegment = 0

function elfHeader(head: Uint8Array): ElfHeader | undefined {
  const bits = head[4] === 1 ? 32 : 64
  const layout = layouts[bits]
  if ((head[4] !== 1 && head[4] !== 2) || (head[5] !== 1 && head[5] !== 2) || head.length < layout.headerSize) {
    return undefined
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const isLittle = head[5] === 1
  const half = (at: number) => view.getUint16(at, isLittle)
  const word = (at: number) =>
    layout.word === 8 ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle)
  const programs = {at: word(layout.phoff), size: half(layout.counts), count: half(layout.counts + 2)}
  const sectionsEnd = word(layout.shoff) + half(layout.counts + 4) * half(layout.counts + 6)
  const programsEnd = programs.at + programs.size * programs.count
  const isWhole = programsEnd <= head.length && (programs.count === 0 || programs.size >= layout.phentsize)
  const segments = (isWhole ? [...Array(programs.count).keys()] : []).map((index) => {
    const at = programs.at + index * programs.size
    return {type: view.getUint32(at, isLittle), offset: word(at + layout.offset), length: word(at + layout.filesz)}
  })
  const loader = segments.find((segment) => segment.type === interpreterSegment)
  const ends = segments
    .filter((segment) => segment.type !== noSegment)
    .map((segment) => segment.offset + segment.length)
  return {
    bits,
    endian: isLittle ? 'little' : 'big',
    arch: archOf(half(18), bits, isLittle),
    type: types[half(16)] ?? 'unknown',
    isDynamic: isWhole ? loader !== undefined : undefined,
    interpreter: loader && cString(head, loader.offset, loader.length),
    minimumSize: Math.max(layout.headerSize, programsEnd, sectionsEnd, ...ends),
  }
}

/** The names of Go for the machine numbers of the ELF specification. */
function archOf(machine: number, bits: 32 | 64, isLittle: boolean): string {
  const little = isLittle ? 'le' : ''
  const names: Readonly<Record<number, string>> = {
    3: '386',
    8: bits === 64 ? `mips64${little}` : `mips${little}`,
    20: 'ppc',
    21: `ppc64${little}`,
    22: bits === 64 ? 's390x' : 's390',
    40: 'arm',
    62: 'amd64',
    183: 'arm64',
    243: bits === 64 ? 'riscv64' : 'riscv32',
    258: 'loong64',
  }
  return names[machine] ?? `machine-${machine}`
}

/** The text up to its NUL, or undefined when the head ends first. */
function cString(head: Uint8Array, offset: number, length: number): string | undefined {
  if (offset + length > head.length) return undefined
  return new TextDecoder().decode(head.subarray(offset, offset + length)).split('\0')[0]
}

/** A `#!` line as the kernel splits it: the interpreter, then everything else as one argument. */
function script(head: Uint8Array): ExecutableHead {
  const line = new TextDecoder().decode(head.subarray(2, 258)).split('\n')[0] ?? ''
  const [, interpreter = '', argument] = /^[ \t]*([^ \t\0]*)[ \t]*([^\0]*)/.exec(line) ?? []
  return {kind: 'script', interpreter, argument: argument?.trimEnd() || undefined}
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
