import type {FileStatus, Probe, Reading} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type CniConfigFile, readCniConfig} from '../text/cni-config.ts'
import {isSampleConfig} from './cni-samples.ts'

/** A file in a directory of CNI configuration. */
export interface CniFile {
  readonly path: string
  readonly name: string
  /** Loaders read it, for its extension. */
  readonly isLoadable: boolean
  /** Loaded as a list of plugins rather than a single one. */
  readonly isList: boolean
  /** It is an example that a package brings. */
  readonly isSample: boolean
  readonly config: CniConfigFile
  /** Why it could not be looked into, or is not fit to be judged. */
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** The files of a directory in the order of the loaders, or why it could not be listed. A directory that is not there has none. */
export type CniFiles =
  | {readonly state: 'read'; readonly exists: boolean; readonly files: readonly CniFile[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * Reads the configuration files of a directory: those loaders take, and those that hold the same under another extension.
 * `probe.once(cniFiles, '/etc/cni/net.d')`.
 */
export async function cniFiles(probe: Probe, directory: string): Promise<CniFiles> {
  const listed = await probe.list(directory)
  if (listed.state === 'absent') return {state: 'read', exists: false, files: []}
  if (listed.state === 'unreadable') {
    return {state: 'unknown', reason: `${directory} ${listed.reason}`, source: listed.source}
  }
  const names = listed.value.filter((name) => loaded.test(name) || similar.test(name)).slice(0, maxFiles)
  const statuses = await probe.status(names.map((name) => `${directory}/${name}`))
  const files = await Promise.all(
    names.map((name) => readFile(probe, `${directory}/${name}`, name, statuses.get(`${directory}/${name}`))),
  )
  return {state: 'read', exists: true, files: files.filter((file) => file !== undefined)}
}

/** The extensions that every loader reads, as Go tells them: what follows the last dot. */
const loaded = /\.(?:conf|conflist|json)$/
/** Names that a loader passes over although they may hold configuration. */
const similar = /\.(?:conf|conflist|json)[^a-z/]|\.(?:conf|conflist|json)\.|\.ya?ml$/i
/** More than any host has; a directory of thousands is no configuration directory. */
const maxFiles = 200
/** A file changed less than this before now may be in the middle of being written. */
const settledMs = 3000

/** Loaders pass over directories, but not over links to them. */
async function readFile(
  probe: Probe,
  path: string,
  name: string,
  status: Reading<FileStatus> | undefined,
): Promise<CniFile | undefined> {
  if (status?.state === 'read' && status.value.type === 'directory') return undefined
  const isSample = isSampleConfig(name, emptyConfig)
  const file = {path, name, isLoadable: loaded.test(name), isList: name.endsWith('.conflist'), isSample}
  const text = await probe.readFile(path)
  if (text.state === 'unreadable') {
    return {...file, config: emptyConfig, gap: {reason: `${path} ${text.reason}`, source: text.source}}
  }
  if (text.state === 'absent') return {...file, config: {...emptyConfig, problem: danglingLink}}
  const isList = file.isLoadable ? file.isList : readCniConfig(text.value, 'list').hasPlugins
  const config = await withDirectory(probe, path, readCniConfig(text.value, isList ? 'list' : 'single'))
  const read = {...file, isList, isSample: isSampleConfig(name, config), config}
  const modifiedMs = status?.state === 'read' ? status.value.modifiedMs : undefined
  const isFresh = probe.mode === 'live' && modifiedMs !== undefined && probe.now() - modifiedMs < settledMs
  if (!config.problem || !isFresh) return read
  return {...read, gap: {reason: `${path} is being written at this moment`, source: text.source}}
}

/** A list also gets the plugins in a directory beside it that is named like its network (libcni 1.3); they have no line in it. */
async function withDirectory(probe: Probe, path: string, config: CniConfigFile): Promise<CniConfigFile> {
  const name = config.name?.value ?? ''
  if (!config.allowsDirectory || name === '' || name.includes('/')) return config
  const directory = `${path.slice(0, path.lastIndexOf('/'))}/${name}`
  const listed = await probe.list(directory)
  const names = listed.state === 'read' ? listed.value.filter((each) => each.endsWith('.conf')).slice(0, maxFiles) : []
  const texts = await Promise.all(names.map((each) => probe.readFile(`${directory}/${each}`)))
  const read = texts.flatMap((text) => (text.state === 'read' ? [readCniConfig(text.value, 'single')] : []))
  if (read.length === 0) return config
  const added = read
    .flatMap((each) => each.plugins)
    .map(({type, options}) => ({type: type && {...type, line: 0}, options}))
  const own = config.hasPlugins ? config.problem : undefined
  const other = read.find((each) => each.problem)?.problem
  const problem = own ?? (other && {...other, line: 0})
  return {...config, plugins: [...config.plugins, ...added], hasPlugins: true, problem}
}

const emptyConfig = {...readCniConfig('{}', 'list'), problem: undefined}
const danglingLink = {message: 'is a link that leads nowhere', line: 1, column: 1}

/** The configuration file at a path, undefined where none is there. */
export async function cniFileAt(probe: Probe, path: string): Promise<CniFile | undefined> {
  const found = await probe.once(cniFiles, path.slice(0, path.lastIndexOf('/')))
  return found.state === 'read' ? found.files.find((file) => file.path === path) : undefined
}
