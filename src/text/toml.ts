import {type AST, ParseError, parseTOML} from 'toml-eslint-parser'
import type {DocumentNode} from './document.ts'
import type {Parsed, Problem} from './parsed.ts'
import {remembered} from './remembered.ts'

/**
 * Reads TOML 1.0 with the place of every key; dates stay the text they were written as, and integers beyond 2^53 become
 * bigint. A table has the place of its first header or dotted key.
 */
export const parseToml: (text: string) => Parsed<DocumentNode> = remembered(readToml)

function readToml(text: string): Parsed<DocumentNode> {
  if (text.length > maxLength) return failed(`longer than ${maxLength} characters`)
  try {
    const program = parseTOML(text.replace(/^\uFEFF/, ''), {tomlVersion: '1.0'})
    return {ok: true, value: {value: topLevel(program.body[0]), line: 1, column: 1}}
  } catch (error) {
    if (error instanceof ParseError) return failed(error.message, error.lineNumber, error.column + 1)
    if (error instanceof RangeError) return failed('nested too deep')
    throw error
  }
}

const maxLength = 8 * 1024 * 1024

type Members = Map<string, DocumentNode>
type Node = AST.TOMLNode

function failed(message: string, line = 1, column = 1): {ok: false; problem: Problem} {
  return {ok: false, problem: {message, line, column}}
}

function topLevel(source: AST.TOMLTopLevelTable): Members {
  const root: Members = new Map()
  for (const entry of source.body) {
    if (entry.type === 'TOMLTable') addMembers(openTable(root, entry), entry.body)
    else addMembers(root, [entry])
  }
  return root
}

/** The members of the table a `[header]` or `[[header]]` opens, created with the tables above it where they are new. */
function openTable(root: Members, table: AST.TOMLTable): Members {
  const names = table.key.keys
  const last = names.at(-1)
  if (last === undefined) return root
  const parent = descend(root, names.slice(0, -1))
  if (table.kind === 'standard') return descend(parent, [last])
  const name = nameOf(last)
  const items = parent.get(name)?.value
  const members: Members = new Map()
  const item = {value: members, ...placeOf(last)}
  if (Array.isArray(items)) items.push(item)
  else parent.set(name, {value: [item], ...placeOf(last)})
  return members
}

function addMembers(table: Members, entries: readonly AST.TOMLKeyValue[]): void {
  for (const {key, value} of entries) {
    const last = key.keys.at(-1)
    if (last) descend(table, key.keys.slice(0, -1)).set(nameOf(last), {value: contentOf(value), ...placeOf(last)})
  }
}

/** Follows a dotted key: a missing step becomes a table, a step that is an array of tables means its latest item. */
function descend(from: Members, keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[]): Members {
  let table = from
  for (const key of keys) {
    const found = table.get(nameOf(key))?.value
    const latest: unknown = Array.isArray(found) ? found.at(-1)?.value : found
    const next: Members = latest instanceof Map ? latest : new Map()
    if (found === undefined) table.set(nameOf(key), {value: next, ...placeOf(key)})
    table = next
  }
  return table
}

function contentOf(source: AST.TOMLContentNode): DocumentNode['value'] {
  if (source.type === 'TOMLArray') return source.elements.map((item) => ({value: contentOf(item), ...placeOf(item)}))
  if (source.type === 'TOMLInlineTable') {
    const members: Members = new Map()
    addMembers(members, source.body)
    return members
  }
  if (source.kind === 'integer') return Number.isSafeInteger(source.value) ? source.value : source.bigint
  return source.value instanceof Date ? (source as AST.TOMLDateTimeValue).datetime : source.value
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value
}

function placeOf(source: Node): {line: number; column: number} {
  return {line: source.loc.start.line, column: source.loc.start.column + 1}
}
