import {type DocumentNode, itemsOf, mappingOf} from '../text/document.ts'
import {type DuplicateKey, duplicateJsonKeys, parseJson} from '../text/json.ts'
import type {Parsed, Problem} from '../text/parsed.ts'
import {isAtLeast, type Version} from '../text/version.ts'
import {type ConfigType, dockerdOptions} from './dockerd-flags.ts'

/** A key of daemon.json. A key inside an object that dockerd flattens is `nested`: only booleans take effect from there. */
interface ConfigKey {
  readonly node: DocumentNode
  readonly isNested: boolean
}

/** Something in a file that dockerd reads but then refuses or takes otherwise than it is written. */
export interface ConfigComplaint {
  readonly kind: 'unknownKey' | 'quotedBoolean' | 'logOption' | 'wrongType'
  readonly key: string
  readonly written: string
  readonly message: string
  readonly line: number
}

/** daemon.json as dockerd sees it; `problem` is why it cannot read the text at all. */
export interface DaemonJson {
  readonly problem?: Problem
  readonly keys: ReadonlyMap<string, ConfigKey>
  readonly duplicates: readonly DuplicateKey[]
  readonly complaints: readonly ConfigComplaint[]
}

/**
 * Reads the text of daemon.json by the rules of a release (moby daemon/config/config.go): since 23.0 a byte order mark and
 * an empty file are fine and nothing may follow the object; before, the first JSON value was read and the rest passed over.
 * A key's capitals count: Go's decoder would not mind, but the search for unknown keys before it does. Names of flags whose
 * key is another, such as `label`, pass that search and have no effect.
 */
export function readDaemonJson(text: string, version: Version | undefined): DaemonJson {
  const nothing = {keys: new Map(), duplicates: [], complaints: []}
  const isOld = version !== undefined && !isAtLeast(version, '23.0')
  if (isOld && text.startsWith('\uFEFF')) {
    return {...nothing, problem: {message: `Docker ${version.text} refuses the byte order mark`, line: 1, column: 1}}
  }
  if (text.replace(/^\uFEFF/, '').trim() === '') {
    if (!isOld) return nothing
    return {...nothing, problem: {message: `Docker ${version.text} refuses an empty file (EOF)`, line: 1, column: 1}}
  }
  const {parsed, read} = parse(text, isOld)
  if (!parsed.ok) return {...nothing, problem: parsed.problem}
  const root = mappingOf(parsed.value)
  if (!root && parsed.value.value !== null) {
    const {line, column} = parsed.value
    return {...nothing, problem: {message: 'the file holds no JSON object', line, column}}
  }
  const keys = flatten(root ?? new Map())
  return {keys, duplicates: duplicateJsonKeys(read), complaints: complaintsAbout(keys, version)}
}

function parse(text: string, isOld: boolean): {parsed: Parsed<DocumentNode>; read: string} {
  const parsed = parseJson(text)
  if (parsed.ok || !isOld) return {parsed, read: text}
  const {line, column} = parsed.problem
  const lines = text.split('\n')
  const head = [...lines.slice(0, line - 1), (lines[line - 1] ?? '').slice(0, column - 1)].join('\n')
  const first = parseJson(head)
  return first.ok ? {parsed: first, read: head} : {parsed, read: text}
}

/** Objects other than the named ones lose their own key: what is inside counts as if it stood outside. */
function flatten(root: ReadonlyMap<string, DocumentNode>): ReadonlyMap<string, ConfigKey> {
  const keys = new Map<string, ConfigKey>()
  for (const [key, node] of root) {
    const inner = keptWhole.has(key) ? undefined : mappingOf(node)
    if (!inner) keys.set(key, {node, isNested: false})
    else for (const [name, member] of inner) keys.set(name, {node: member, isNested: key !== 'proxies'})
  }
  return keys
}

const keptWhole: ReadonlySet<string> = new Set([
  'builder',
  'cluster-store-opts',
  'default-network-opts',
  'default-ulimits',
  'features',
  'log-opts',
  'nri-opts',
  'runtimes',
])

function complaintsAbout(keys: ReadonlyMap<string, ConfigKey>, version: Version | undefined): ConfigComplaint[] {
  const options = dockerdOptions(version)
  const known = new Map(options.map(({key, type}) => [key, type]))
  const ignored = new Set(options.map(({name}) => name).filter((name) => !known.has(name)))
  return [...keys].flatMap(([key, {node, isNested}]): ConfigComplaint[] => {
    const type = known.get(key)
    const complaint = {key, written: shown(node), line: node.line}
    if (ignored.has(key)) return []
    if (type === undefined) {
      const close = [...known.keys()].find((name) => name === key.toLowerCase().replaceAll('_', '-'))
      const message = close === undefined ? 'is no option of this dockerd' : `must be written ${close}`
      return [{...complaint, kind: 'unknownKey', message}]
    }
    if (isNested || node.value === null) return []
    if (key === 'log-opts') return logComplaints(node)
    if (fits(node, type)) return []
    const isQuoted = type === 'bool' && typeof node.value === 'string'
    const message = isQuoted ? 'must be true or false without quotes' : `must be ${expected[type]}`
    return [{...complaint, kind: isQuoted ? 'quotedBoolean' : 'wrongType', message}]
  })
}

function logComplaints(node: DocumentNode): ConfigComplaint[] {
  const members = mappingOf(node)
  if (!members) {
    const complaint = {key: 'log-opts', written: shown(node), line: node.line}
    return [{...complaint, kind: 'wrongType', message: `must be ${expected.textMap}`}]
  }
  return [...members]
    .filter(([, {value}]) => typeof value !== 'string' && value !== null)
    .map(([key, member]) => ({
      kind: 'logOption',
      key,
      written: shown(member),
      message: 'must be in double quotes',
      line: member.line,
    }))
}

const expected: Readonly<Record<ConfigType, string>> = {
  bool: 'true or false',
  int: 'a whole number',
  size: 'a number of bytes or a size in double quotes',
  text: 'a text in double quotes',
  texts: 'a list of texts',
  textMap: 'an object of texts',
  map: 'an object',
  list: 'a list of objects',
  any: 'something else',
}

function fits(node: DocumentNode, type: ConfigType): boolean {
  const {value} = node
  switch (type) {
    case 'bool':
      return typeof value === 'boolean'
    case 'int':
      return Number.isInteger(value) || typeof value === 'bigint'
    case 'size':
      return Number.isInteger(value) || typeof value === 'string'
    case 'text':
      return typeof value === 'string'
    case 'texts':
      return itemsOf(node)?.every((item) => typeof item.value === 'string' || item.value === null) ?? false
    case 'textMap':
      return [...(mappingOf(node)?.values() ?? [{value: 0}])].every((item) => typeof item.value === 'string')
    case 'map':
      return mappingOf(node) !== undefined
    case 'list':
      return itemsOf(node) !== undefined
    case 'any':
      return true
  }
}

/** A value as JSON prints it, shortened. */
function shown(node: DocumentNode): string {
  const {value} = node
  if (typeof value === 'bigint') return String(value)
  if (itemsOf(node)) return '[…]'
  return mappingOf(node) ? '{…}' : JSON.stringify(value).slice(0, 80)
}
