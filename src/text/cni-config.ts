import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'
import {parseJson} from './json.ts'
import type {Parsed, Problem} from './parsed.ts'

/** A text of a configuration and the line of its key. */
export interface CniText {
  readonly value: string
  readonly line: number
}

/** One plugin of a configuration: its type, and its options as written. */
export interface CniPluginEntry {
  readonly type: CniText | undefined
  readonly options: DocumentNode
}

/** What a CNI configuration file says, as far as it can be read, and why libcni refuses it. */
export interface CniConfigFile {
  readonly name: CniText | undefined
  readonly cniVersion: CniText | undefined
  /** Versions the file offers beside `cniVersion` (CNI 1.1). */
  readonly cniVersions: readonly string[]
  /** The entries of `plugins`, or the file itself where it is a single plugin. */
  readonly plugins: readonly CniPluginEntry[]
  /** The file has a top-level `plugins`, or a top-level `type`. */
  readonly hasPlugins: boolean
  readonly hasType: boolean
  /** Further plugins may lie in a directory named like the network (CNI 1.1). */
  readonly allowsDirectory: boolean
  readonly problem: Problem | undefined
}

/**
 * Reads a file as libcni does: `list` for the extension .conflist, `single` for .conf and .json (libcni/conf.go). In a list
 * keys are exact; in a plugin they count in any case, as Go reads JSON into structures.
 */
export function readCniConfig(text: string, shape: 'list' | 'single'): CniConfigFile {
  const parsed = text.startsWith(byteOrderMark) ? startsWithMark : parseJson(text)
  if (!parsed.ok) return {...nothing, problem: parsed.problem}
  const document = parsed.value
  const hasPlugins = mappingOf(document)?.has('plugins') ?? false
  const entries = itemsOf(nodeAt(document, 'plugins'))
  const single = pluginEntry(document)
  const isOwn = shape === 'single' && single.type !== undefined
  const member = shape === 'list' ? nodeAt : cniOption
  const said = {
    name: textOf(member(document, 'name')),
    cniVersion: textOf(member(document, 'cniVersion')),
    cniVersions: (itemsOf(nodeAt(document, 'cniVersions')) ?? []).map(({value}) => String(value)),
    plugins: entries && !isOwn ? entries.slice(0, maxPlugins).map(pluginEntry) : single.type ? [single] : [],
    hasPlugins,
    hasType: single.type !== undefined,
    allowsDirectory: shape === 'list' && !/^true$/i.test(String(nodeAt(document, 'loadOnlyInlinedPlugins')?.value)),
  }
  return {...said, problem: shape === 'list' ? listProblem(document, said) : pluginProblem(document)}
}

/** The option of a plugin, in any case. */
export function cniOption(plugin: DocumentNode | undefined, key: string): DocumentNode | undefined {
  const members = mappingOf(plugin)
  return members?.get(key) ?? [...(members ?? [])].find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
}

/** A node's text with its line; undefined where it is no text. */
export function textOf(node: DocumentNode | undefined): CniText | undefined {
  return node && typeof node.value === 'string' ? {value: node.value, line: node.line} : undefined
}

/** Far more than any list chains. */
const maxPlugins = 100

/** JSON as Go reads it begins with none. */
const byteOrderMark = '\uFEFF'
const startsWithMark: Parsed<DocumentNode> = {
  ok: false,
  problem: {message: 'begins with a byte order mark', line: 1, column: 1},
}

const nothing: Omit<CniConfigFile, 'problem'> = {
  name: undefined,
  cniVersion: undefined,
  cniVersions: [],
  plugins: [],
  hasPlugins: false,
  hasType: false,
  allowsDirectory: false,
}

/** One plugin as it is written. */
export function pluginEntry(options: DocumentNode): CniPluginEntry {
  return {type: textOf(cniOption(options, 'type')), options}
}

function listProblem(document: DocumentNode, {plugins, name}: Omit<CniConfigFile, 'problem'>): Problem | undefined {
  if (!mappingOf(document)) return problem('is no JSON object', document)
  const version = nodeAt(document, 'cniVersion')
  if (version && typeof version.value !== 'string') return problem("'cniVersion' is no text", version)
  const wrong = wrongText(nodeAt(document, 'name'), 'name')
  if (wrong[0]) return wrong[0]
  if (!name) return problem("has no 'name'", document)
  const list = nodeAt(document, 'plugins')
  if (!list) return problem("has no list 'plugins'", document)
  if (!itemsOf(list)) return problem("'plugins' is no list", list)
  if (plugins.length === 0) return problem("the list 'plugins' is empty", list)
  const flag = ['disableCheck', 'disableGC', 'loadOnlyInlinedPlugins'].find((key) => !isFlag(nodeAt(document, key)))
  if (flag) return problem(`'${flag}' is neither true nor false`, nodeAt(document, flag) ?? document)
  return plugins.map(({options}) => pluginProblem(options)).find((each) => each !== undefined)
}

/** What keeps one plugin from being read into libcni's structure, or that it names no type. */
function pluginProblem(options: DocumentNode): Problem | undefined {
  if (!mappingOf(options)) return problem('is no JSON object', options)
  const wrong = ['name', 'cniVersion', 'type'].flatMap((key) => wrongText(cniOption(options, key), key))
  if (wrong[0]) return wrong[0]
  const unfit = ['ipam', 'dns', 'capabilities', 'prevResult'].flatMap((key) =>
    wrongObject(cniOption(options, key), key),
  )
  if (unfit[0]) return unfit[0]
  const [ipam, dns] = ['ipam', 'dns'].map((key) => cniOption(options, key))
  const inside = [
    ...wrongText(cniOption(ipam, 'type'), 'type'),
    ...wrongText(cniOption(dns, 'domain'), 'domain'),
    ...['nameservers', 'search', 'options'].flatMap((key) => wrongTexts(cniOption(dns, key), key)),
  ]
  if (inside[0]) return inside[0]
  const flags = [...(mappingOf(cniOption(options, 'capabilities')) ?? [])]
  const flag = flags.find(([, {value}]) => typeof value !== 'boolean' && value !== null)
  if (flag) return problem(`the capability '${flag[0]}' is neither true nor false`, flag[1])
  return textOf(cniOption(options, 'type'))?.value ? undefined : problem("has no 'type'", options)
}

function isFlag(node: DocumentNode | undefined): boolean {
  return node === undefined || typeof node.value === 'boolean' || /^(?:true|false)$/i.test(String(node.value))
}

function wrongText(member: DocumentNode | undefined, key: string): readonly Problem[] {
  if (!member || member.value === null || typeof member.value === 'string') return []
  return [problem(`'${key}' is no text`, member)]
}

function wrongTexts(member: DocumentNode | undefined, key: string): readonly Problem[] {
  if (!member || member.value === null) return []
  return itemsOf(member)?.flatMap((item) => wrongText(item, key)) ?? [problem(`'${key}' is no list`, member)]
}

function wrongObject(member: DocumentNode | undefined, key: string): readonly Problem[] {
  return !member || member.value === null || mappingOf(member) ? [] : [problem(`'${key}' is no JSON object`, member)]
}

function problem(message: string, {line, column}: DocumentNode): Problem {
  return {message, line, column}
}
