import {UserError} from '../errors.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {parseStrictYaml} from '../text/yaml.ts'
import type {Statement, Told, ToldKey} from './told.ts'
import {mistakeIn, toldKeys} from './told-values.ts'

/** The sections of a configuration file (docs/config.schema.json); the facts need `cluster` alone. */
export const configKeys = ['cluster', 'check', 'waivers', 'rules', 'packs'] as const

/**
 * Opens a configuration file of this program: one mapping of sections; an empty file has none. Throws UserError with the
 * place of what is no YAML and of a section there is not.
 */
export function openConfig(text: string, file: string): MappingReader {
  const parsed = parseStrictYaml(text)
  if (!parsed.ok)
    throw new UserError(parsed.problem.message, {
      place: {file, line: parsed.problem.line, column: parsed.problem.column},
    })
  const node = parsed.value.value === null ? {...parsed.value, value: new Map<string, DocumentNode>()} : parsed.value
  return new MappingReader(file, node, 'the configuration', configKeys)
}

/**
 * What a configuration file says of the cluster, each statement with its file and line. Throws UserError with the place of
 * an unknown key or a value that cannot be used.
 */
export function toldInConfig(config: MappingReader): Told['statements'] {
  const node = config.member('cluster')
  if (!node || node.value === null) return {}
  const cluster = new MappingReader(config.file, node, `'cluster'`, toldKeys)
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  for (const key of toldKeys) {
    const member = cluster.member(key)
    if (!member) continue
    const value = textOf(cluster, member, key)
    const mistake = mistakeIn(key, value)
    if (mistake !== undefined) throw cluster.refuse(member, `'${key}' ${mistake}`)
    statements[key] = [{value, source: {kind: 'file', path: config.file, line: member.line}}]
  }
  return statements
}

/** A list is the same as its items with commas between them. */
function textOf(cluster: MappingReader, node: DocumentNode, key: string): string {
  const items = itemsOf(node)
  if (items) return items.map((item) => textOf(cluster, item, key)).join(',')
  if (typeof node.value === 'string') return node.value
  if (Number.isInteger(node.value)) return String(node.value)
  throw cluster.refuse(node, `'${key}' must be a text`, 'in quotes where it looks like a number')
}
