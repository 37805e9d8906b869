import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Scalar as ScalarNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type {DocumentNode} from './document.ts'
import type {Parsed} from './parsed.ts'
import {remembered} from './remembered.ts'
import {maxDepth, tooDeep, yamlExcess} from './yaml-bounds.ts'
import {resolveYamlScalar} from './yaml-scalar.ts'

/**
 * Reads the first document of a YAML text the way sigs.k8s.io/yaml reads it for the kubelet: YAML 1.1 scalars, a repeated
 * key keeps its last value, later documents are ignored. An empty text is a null.
 */
export function parseYaml(text: string): Parsed<DocumentNode> {
  return firstOf(readFirst(text))
}

/** The same for files that people write for this program: a repeated key is a problem, for one of the two is a mistake. */
export function parseStrictYaml(text: string): Parsed<DocumentNode> {
  return firstOf(readDocuments(text, 1, true))
}

/** Reads the documents of a YAML stream, at most 1000 of them; the first problem in any of these spoils the whole. */
export const parseYamlDocuments: (text: string) => Parsed<readonly DocumentNode[]> = remembered((text) =>
  readDocuments(text, 1000, false),
)

const readFirst = remembered((text) => readDocuments(text, 1, false))

function firstOf(documents: Parsed<readonly DocumentNode[]>): Parsed<DocumentNode> {
  return documents.ok ? {ok: true, value: documents.value[0] ?? {value: null, line: 1, column: 1}} : documents
}

function readDocuments(text: string, limit: number, isStrict: boolean): Parsed<readonly DocumentNode[]> {
  const lines = new LineCounter()
  try {
    const excess = yamlExcess(text)
    if (excess !== undefined) throw new Unreadable(excess, 0)
    const options = {schema: 'failsafe', uniqueKeys: false, lineCounter: lines, prettyErrors: false} as const
    const documents = [...parseAllDocuments(text, options)].slice(0, limit)
    return {ok: true, value: documents.map((document) => new Converter(lines, isStrict).document(document))}
  } catch (error) {
    const isUnreadable = error instanceof Unreadable
    if (!isUnreadable && !(error instanceof RangeError)) throw error
    const message = isUnreadable ? error.message : tooDeep
    const {line, col} = lines.linePos(isUnreadable ? error.offset : 0)
    return {ok: false, problem: {message, line: Math.max(line, 1), column: Math.max(col, 1)}}
  }
}

/** Nodes that aliases may add to a document in all, so that a few lines cannot unfold into gigabytes. */
const maxAliasedNodes = 100_000

class Unreadable extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Turns the nodes of one document into ours; aliased values are shared, never copied. */
class Converter {
  private readonly lines: LineCounter
  private readonly isStrict: boolean
  private readonly anchors = new Map<string, {value: DocumentNode['value']; nodes: number} | 'open'>()
  private nodes = 0
  private aliasedNodes = 0

  constructor(lines: LineCounter, isStrict: boolean) {
    this.lines = lines
    this.isStrict = isStrict
  }

  document(document: Document.Parsed): DocumentNode {
    const [error] = document.errors
    if (error) throw new Unreadable(/call stack/.test(error.message) ? tooDeep : error.message, error.pos[0])
    return this.node(document.contents, document.range[0], 0)
  }

  private node(source: unknown, fallbackOffset: number, depth: number): DocumentNode {
    const offset = offsetOf(source) ?? fallbackOffset
    return {value: this.value(source, offset, depth), ...this.place(offset)}
  }

  private value(source: unknown, offset: number, depth: number): DocumentNode['value'] {
    if (depth > maxDepth) throw new Unreadable(tooDeep, offset)
    const nodesBefore = this.nodes++
    if (isAlias(source)) return this.aliased(source.source, offset)
    const anchor = isNode(source) ? source.anchor : undefined
    if (anchor !== undefined) this.anchors.set(anchor, 'open')
    const value = this.plain(source, offset, depth)
    if (anchor !== undefined) this.anchors.set(anchor, {value, nodes: this.nodes - nodesBefore})
    return value
  }

  private plain(source: unknown, offset: number, depth: number): DocumentNode['value'] {
    if (isMap(source)) return this.mapping(source, offset, depth)
    if (isSeq(source)) return (source as YAMLSeq).items.map((item) => this.node(item, offset, depth + 1))
    return isScalar(source) ? scalar(source) : null
  }

  private aliased(anchor: string, offset: number): DocumentNode['value'] {
    const target = this.anchors.get(anchor)
    if (target === undefined) throw new Unreadable(`unknown anchor "${anchor}"`, offset)
    if (target === 'open') throw new Unreadable(`anchor "${anchor}" contains itself`, offset)
    this.nodes += target.nodes
    this.aliasedNodes += target.nodes
    if (this.aliasedNodes > maxAliasedNodes) throw new Unreadable('aliases unfold into too many values', offset)
    return target.value
  }

  private mapping(source: YAMLMap, offset: number, depth: number): ReadonlyMap<string, DocumentNode> {
    const members = new Map<string, DocumentNode>()
    const merged = new Map<string, DocumentNode>()
    for (const pair of source.items) {
      const keyOffset = offsetOf(pair.key) ?? offset
      const value = this.value(pair.value, offsetOf(pair.value) ?? keyOffset, depth + 1)
      if (isMergeKey(pair.key)) mergeInto(merged, value, keyOffset)
      else {
        const key = this.key(pair.key, keyOffset)
        if (this.isStrict && members.has(key)) throw new Unreadable(`the key '${key}' is repeated`, keyOffset)
        members.set(key, {value, ...this.place(keyOffset)})
      }
    }
    for (const [key, node] of merged) if (!members.has(key)) members.set(key, node)
    return members
  }

  /** Keys become strings, as in JSON: `8080:` is "8080" and `on:` is "true". */
  private key(source: unknown, offset: number): string {
    const value = this.value(source, offset, 0)
    if (value instanceof Map || Array.isArray(value)) throw new Unreadable('a mapping key is no scalar', offset)
    return String(value)
  }

  private place(offset: number): {line: number; column: number} {
    const {line, col} = this.lines.linePos(offset)
    return {line: Math.max(line, 1), column: Math.max(col, 1)}
  }
}

function scalar(source: ScalarNode): DocumentNode['value'] {
  const text = String(source.value ?? '')
  return resolveYamlScalar(text, source.type === 'PLAIN', source.tag)
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
}

/** Earlier mappings of a merged list win over later ones. */
function mergeInto(merged: Map<string, DocumentNode>, value: DocumentNode['value'], offset: number): void {
  const sources = Array.isArray(value) ? value.map((item: DocumentNode) => item.value) : [value]
  for (const source of sources) {
    if (!(source instanceof Map)) throw new Unreadable('"<<" merges something that is no mapping', offset)
    for (const [key, node] of source) if (!merged.has(key)) merged.set(key, node)
  }
}

function offsetOf(source: unknown): number | undefined {
  return isNode(source) ? source.range?.[0] : undefined
}
