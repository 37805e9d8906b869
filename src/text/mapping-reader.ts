import {UserError} from '../errors.ts'
import {type DocumentNode, itemsOf, mappingOf, plainValue} from './document.ts'
import {nearest} from './nearest.ts'

/**
 * A mapping of a user's YAML file, read key by key; every mistake is a UserError with its place and a hint. Keys it may
 * not have are thrown, or collected where the caller goes on to look for more.
 */
export class MappingReader {
  readonly file: string
  readonly node: DocumentNode
  readonly what: string
  readonly #members: ReadonlyMap<string, DocumentNode>

  constructor(file: string, node: DocumentNode, what: string, keys: readonly string[], strays?: UserError[]) {
    this.file = file
    this.node = node
    this.what = what
    const members = mappingOf(node)
    if (!members) throw this.refuse(node, `${what} must be a mapping`)
    this.#members = members
    for (const [key, member] of members) {
      if (keys.includes(key)) continue
      const close = nearest(key, keys)
      const hint = close ? `did you mean '${close}'?` : `keys: ${keys.join(', ')}`
      const stray = this.refuse(member, `${what} has no key '${key}'`, hint)
      if (!strays) throw stray
      strays.push(stray)
    }
  }

  /** The member of a key, if it is given. */
  member(key: string): DocumentNode | undefined {
    return this.#members.get(key)
  }

  /** A text; an absent optional one is undefined. */
  optionalText(key: string): string | undefined {
    const member = this.member(key)
    return member === undefined ? undefined : this.#text(member, key)
  }

  /** A text that must be given and not be empty. */
  text(key: string): string {
    const text = this.optionalText(key)
    if (text === undefined || text.trim() === '')
      throw this.refuse(this.member(key) ?? this.node, `${this.what} needs a '${key}'`)
    return text
  }

  /** A list of texts; an absent one is empty. */
  texts(key: string): readonly string[] {
    const member = this.member(key)
    if (member === undefined) return []
    const items = itemsOf(member)
    if (!items) throw this.refuse(member, `'${key}' must be a list`)
    return items.map((item) => this.#text(item, key))
  }

  /** A yes or no, if it is given. */
  optionalBool(key: string): boolean | undefined {
    const member = this.member(key)
    if (member === undefined || typeof member.value === 'boolean') return member?.value as boolean | undefined
    throw this.refuse(member, `'${key}' must be true or false`)
  }

  /** The entries of a mapping of the user's own names; an absent one has none. */
  entries(key: string): readonly (readonly [name: string, node: DocumentNode])[] {
    const member = this.member(key)
    if (member === undefined || member.value === null) return []
    const mapping = mappingOf(member)
    if (!mapping) throw this.refuse(member, `'${key}' must be a mapping`)
    return [...mapping]
  }

  /** A text out of a closed set. */
  choice<T extends string>(node: DocumentNode, key: string, allowed: readonly T[]): T {
    const text = this.#text(node, key)
    const match = allowed.find((value) => value === text)
    if (match !== undefined) return match
    const close = nearest(text, allowed)
    throw this.refuse(
      node,
      `'${text}' is no ${key}`,
      close ? `did you mean '${close}'?` : `one of: ${allowed.join(', ')}`,
    )
  }

  /** The error for a mistake at a node of this file. */
  refuse(node: DocumentNode, message: string, hint?: string): UserError {
    const place = {file: this.file, line: node.line, column: node.column}
    return new UserError(message, hint === undefined ? {place} : {place, hint})
  }

  #text(node: DocumentNode, key: string): string {
    const value = plainValue(node)
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
      throw this.refuse(node, `'${key}' must be a text`, 'put it in quotes')
    }
    throw this.refuse(node, `'${key}' must be a text`)
  }
}
