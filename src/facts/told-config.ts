import {type DocumentNode, itemsOf, mappingOf} from '../text/document.ts'
import {nearest} from '../text/nearest.ts'
import type {Parsed} from '../text/parsed.ts'
import {parseYaml} from '../text/yaml.ts'
import type {Statement, Told, ToldKey} from './told.ts'
import {mistakeIn, toldKeys} from './told-values.ts'

/**
 * Reads the configuration file of this program: one mapping `cluster` with the keys of what the user may say. Each
 * statement has the file and line as its source. An unknown key or a value that cannot be used is a problem with its place.
 */
export function readToldConfig(text: string, file: string): Parsed<Told['statements']> {
  const parsed = parseYaml(text)
  if (!parsed.ok) return parsed
  try {
    return {ok: true, value: statementsOf(parsed.value, file)}
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return {ok: false, problem: {message: error.message, line: error.node.line, column: error.node.column}}
  }
}

class Mistake extends Error {
  readonly node: DocumentNode

  constructor(node: DocumentNode, message: string) {
    super(message)
    this.node = node
  }
}

function statementsOf(document: DocumentNode, file: string): Told['statements'] {
  if (document.value === null) return {}
  const cluster = members(document, 'the configuration', ['cluster']).get('cluster')
  if (!cluster || cluster.value === null) return {}
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  const given = members(cluster, `'cluster'`, toldKeys)
  for (const key of toldKeys) {
    const node = given.get(key)
    if (!node) continue
    const value = textOf(node, key)
    const mistake = mistakeIn(key, value)
    if (mistake !== undefined) throw new Mistake(node, `'${key}' ${mistake}`)
    statements[key] = [{value, source: {kind: 'file', path: file, line: node.line}}]
  }
  return statements
}

function members(node: DocumentNode, what: string, keys: readonly string[]): ReadonlyMap<string, DocumentNode> {
  const mapping = mappingOf(node)
  if (!mapping) throw new Mistake(node, `${what} must be a mapping with the keys ${keys.join(', ')}`)
  for (const [key, member] of mapping) {
    if (keys.includes(key)) continue
    const close = nearest(key, keys)
    const hint = close === undefined ? `keys: ${keys.join(', ')}` : `did you mean '${close}'?`
    throw new Mistake(member, `${what} has no key '${key}' (${hint})`)
  }
  return mapping
}

/** A list is the same as its items with commas between them. */
function textOf(node: DocumentNode, key: string): string {
  const items = itemsOf(node)
  if (items) return items.map((item) => textOf(item, key)).join(',')
  if (typeof node.value === 'string') return node.value
  throw new Mistake(node, `'${key}' must be a text, in quotes where it looks like a number`)
}
