import type {DocumentNode, Scalar} from './document.ts'
import type {Parsed, Problem} from './parsed.ts'
import {remembered} from './remembered.ts'

/** A key written again in the same object: Go and JavaScript keep the last value. The place is that of the repetition. */
export interface DuplicateKey {
  readonly key: string
  readonly line: number
  readonly column: number
  readonly firstLine: number
}

/**
 * Reads JSON text strictly (RFC 8259, a byte order mark is allowed) with the place of every value; a repeated key keeps
 * its last value, integers beyond 2^53 become bigint, and nesting stops at 500 levels.
 */
export const parseJson: (text: string) => Parsed<DocumentNode> = remembered(readJson)

function readJson(text: string): Parsed<DocumentNode> {
  return read(text, () => {})
}

/** The keys that are repeated within one object, in the order of the text; none when the text is no JSON. */
export function duplicateJsonKeys(text: string): readonly DuplicateKey[] {
  const duplicates: DuplicateKey[] = []
  return read(text, (duplicate) => duplicates.push(duplicate)).ok ? duplicates : []
}

const maxDepth = 500
/** Longer integers than a double can hold are not worth an exact bigint. */
const maxIntegerLength = 310
const numberPattern = /-?(?:0|[1-9]\d*)(?<fraction>\.\d+)?(?<exponent>[eE][+-]?\d+)?/y
const wordPattern = /[A-Za-z0-9_]{1,20}/y
const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function read(text: string, onDuplicate: (duplicate: DuplicateKey) => void): Parsed<DocumentNode> {
  try {
    return {ok: true, value: new JsonReader(text, onDuplicate).document()}
  } catch (error) {
    if (error instanceof Malformed) return {ok: false, problem: error.problem}
    throw error
  }
}

class Malformed extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

class JsonReader {
  private readonly text: string
  private readonly onDuplicate: (duplicate: DuplicateKey) => void
  private offset: number
  private line = 1
  private lineStart: number

  constructor(text: string, onDuplicate: (duplicate: DuplicateKey) => void) {
    this.text = text
    this.onDuplicate = onDuplicate
    this.offset = text.startsWith('\uFEFF') ? 1 : 0
    this.lineStart = this.offset
  }

  document(): DocumentNode {
    this.skipBlanks()
    const node = this.node(0)
    this.skipBlanks()
    if (this.offset < this.text.length) this.fail('the end of the text')
    return node
  }

  private node(depth: number): DocumentNode {
    const {line, column} = this.place()
    return {value: this.value(depth), line, column}
  }

  private value(depth: number): DocumentNode['value'] {
    const character = this.text[this.offset]
    if (character === '{' || character === '[') {
      if (depth >= maxDepth) this.failWith(`nested more than ${maxDepth} levels deep`)
      return character === '{' ? this.object(depth + 1) : this.array(depth + 1)
    }
    if (character === '"') return this.string()
    if (character !== undefined && /[-\d]/.test(character)) return this.number()
    return this.word()
  }

  private object(depth: number): ReadonlyMap<string, DocumentNode> {
    const members = new Map<string, DocumentNode>()
    this.offset++
    this.skipBlanks()
    if (this.take('}')) return members
    for (;;) {
      if (this.text[this.offset] !== '"') {
        this.fail(members.size === 0 ? 'a member name in double quotes or "}"' : 'a member name in double quotes')
      }
      const {line, column} = this.place()
      const key = this.string()
      this.skipBlanks()
      if (!this.take(':')) this.fail('":" after the member name')
      this.skipBlanks()
      const first = members.get(key)
      if (first) this.onDuplicate({key, line, column, firstLine: first.line})
      members.set(key, {value: this.value(depth), line, column})
      this.skipBlanks()
      if (this.take('}')) return members
      this.comma('}', 'a member')
    }
  }

  private array(depth: number): readonly DocumentNode[] {
    const items: DocumentNode[] = []
    this.offset++
    this.skipBlanks()
    if (this.take(']')) return items
    for (;;) {
      items.push(this.node(depth))
      this.skipBlanks()
      if (this.take(']')) return items
      this.comma(']', 'an item')
    }
  }

  private string(): string {
    const start = ++this.offset
    let decoded = ''
    let from = start
    for (;;) {
      const code = this.text.charCodeAt(this.offset)
      if (code === 0x22) {
        decoded += this.text.slice(from, this.offset++)
        return decoded
      }
      if (code === 0x5c) {
        decoded += this.text.slice(from, this.offset) + this.escape()
        from = this.offset
      } else if (code >= 0x20) this.offset++
      else this.fail('the closing quote of a string')
    }
  }

  private escape(): string {
    const letter = this.text[++this.offset] ?? ''
    if (letter === 'u') {
      const digits = this.text.slice(this.offset + 1, this.offset + 5)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.failWith('\\u is not followed by four hexadecimal digits')
      this.offset += 5
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined
    if (plain === undefined) this.fail('one of "\\/bfnrtu after a backslash')
    this.offset++
    return plain
  }

  private number(): number | bigint {
    numberPattern.lastIndex = this.offset
    const match = numberPattern.exec(this.text)
    if (!match) this.failWith('"-" is not followed by a digit')
    const [literal] = match
    const next = this.text[this.offset + literal.length]
    if (next !== undefined && /[\w.+-]/.test(next)) this.failWith(`malformed number after ${shown(literal)}`)
    this.offset += literal.length
    const number = Number(literal)
    const isInteger = match.groups?.fraction === undefined && match.groups?.exponent === undefined
    const isBig = isInteger && !Number.isSafeInteger(number) && literal.length <= maxIntegerLength
    return isBig ? BigInt(literal) : number
  }

  private word(): Scalar {
    wordPattern.lastIndex = this.offset
    const word = wordPattern.exec(this.text)?.[0]
    const value = word === undefined ? undefined : words.get(word)
    if (word === undefined || value === undefined) this.fail('a value')
    this.offset += word.length
    return value
  }

  private skipBlanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.offset)
      if (code === 0x0a) {
        this.line++
        this.lineStart = this.offset + 1
      } else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return
      this.offset++
    }
  }

  private take(character: string): boolean {
    if (this.text[this.offset] !== character) return false
    this.offset++
    return true
  }

  /** Takes the comma after a member or item. One before the closing bracket is where the mistake is, not the bracket. */
  private comma(close: string, after: string): void {
    const place = this.place()
    if (!this.take(',')) this.fail(`"," or "${close}" after ${after}`)
    this.skipBlanks()
    if (this.text[this.offset] === close) throw new Malformed({message: `a comma stands before "${close}"`, ...place})
  }

  private place(): {line: number; column: number} {
    return {line: this.line, column: this.offset - this.lineStart + 1}
  }

  private fail(expected: string): never {
    if (this.offset >= this.text.length) this.failWith(`the text ends where ${expected} is expected`)
    wordPattern.lastIndex = this.offset
    const character = String.fromCodePoint(this.text.codePointAt(this.offset) ?? 0)
    this.failWith(`found ${shown(wordPattern.exec(this.text)?.[0] ?? character)}, expected ${expected}`)
  }

  private failWith(message: string): never {
    throw new Malformed({message, ...this.place()})
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
