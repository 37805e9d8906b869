import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Unknown, unknown} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {itemsOf, mappingOf} from '../text/document.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {type DockerdCommand, dockerdCommand} from './dockerd-command.ts'
import {type DockerdConfig, dockerdConfig} from './dockerd-config.ts'
import {dockerdOptions} from './dockerd-flags.ts'

/** What the host says about dockerd's options: its command line and its configuration file. */
export interface DockerdSources {
  readonly command: DockerdCommand
  readonly config: DockerdConfig
}

/** Reads both places options come from, or why there is no dockerd to have any. */
export async function dockerdSources(
  probe: Probe,
): Promise<DockerdSources | Exclude<Awaited<ReturnType<typeof dockerdCommand>>, DockerdCommand>> {
  const command = await probe.once(dockerdCommand)
  return command.state === 'found' ? {command, config: await probe.once(dockerdConfig)} : command
}

/**
 * A boolean option as dockerd takes it: `--iptables false` means true, null in the file false. Unknown where dockerd refuses
 * what is written.
 */
export function boolOption(sources: DockerdSources, key: string, unset: Leaf<boolean>): Leaf<boolean> {
  const set = findOption(sources, key)
  if (!set) return unset
  if ('reason' in set) return set
  const value = set.places[0]?.isFlag ? parseGoBool(set.texts[0] ?? '') : set.value
  if (typeof value === 'boolean') return at(value, set.source)
  return value === null
    ? at(false, set.source)
    : unknown(`${key} is ${set.texts[0] ?? ''}, which dockerd refuses`, set.source)
}

/** A text option; empty texts are as good as unset, so `unset` holds for them too. */
export function textOption(sources: DockerdSources, key: string, unset: Leaf<string>): Leaf<string> {
  const set = findOption(sources, key)
  if (!set) return unset
  if ('reason' in set) return set
  const text = set.texts[0]
  return text === undefined || text === '' ? unset : at(text, set.source)
}

/** A whole-number option; 0 is as good as unset. */
export function intOption(sources: DockerdSources, key: string, unset: Leaf<number>): Leaf<number> {
  const set = findOption(sources, key)
  if (!set) return unset
  if ('reason' in set) return set
  const value = Number(set.texts[0] ?? '')
  if (value === 0) return unset
  return Number.isInteger(value) ? at(value, set.source) : unknown(`${key} is ${set.texts[0]}, no number`, set.source)
}

/** An option that appends: what all its flags or the list in the file hold, each with its place. */
export function textsOption(sources: DockerdSources, key: string): readonly Placed[] | Unknown {
  const set = findOption(sources, key)
  if (!set) return []
  return 'reason' in set ? set : set.items
}

/** One text of a list and where it stands. */
export interface Placed {
  readonly text: string
  readonly source: Origin
}

interface FoundOption {
  /** Of several flags the last comes first. */
  readonly texts: readonly string[]
  readonly value: unknown
  readonly items: readonly Placed[]
  readonly places: readonly {readonly value: unknown; readonly source: Origin; readonly isFlag: boolean}[]
  readonly source: Source
}

/** Where an option is set: a flag wins over the file, in which it must not stand as well, and the last flag over others. */
function findOption(sources: DockerdSources, key: string): FoundOption | Unknown | undefined {
  const {command, config} = sources
  const names = dockerdOptions(undefined).filter((option) => option.key === key && option.name !== '')
  const flag = names.map(({name}) => command.planned.flags.flags.get(name)).find((found) => found !== undefined)
  const flags = [...(flag?.occurrences ?? [])].reverse().map(({value, source}) => ({value, source, isFlag: true}))
  const inFile = fileOption(config, key)
  const [winner, ...losers] = [...flags, ...(inFile ? [inFile.place] : [])]
  if (!flag && config.state === 'unknown')
    return unknown(config.reason ?? `${config.path} could not be read`, config.named)
  if (!flag && config.content.problem) {
    const {message, line} = config.content.problem
    return unknown(`dockerd cannot read ${config.path}: ${message}`, {kind: 'file', path: config.path, line})
  }
  if (!winner) return undefined
  const overrode = losers.map(({value, source}) => ({value, source}))
  return {
    texts: flag ? flags.map(({value}) => value) : (inFile?.texts ?? []),
    value: winner.value,
    items: flag ? [...flags].reverse().map(({value, source}) => ({text: value, source})) : (inFile?.items ?? []),
    places: [winner, ...losers],
    source: overrode.length > 0 ? {...winner.source, overrode} : winner.source,
  }
}

function fileOption(config: DockerdConfig, key: string) {
  const found = config.content.keys.get(key)
  if (!found) return undefined
  const {node, isNested} = found
  const {value} = node
  if (isNested && typeof value !== 'boolean') return undefined
  const source: Origin = {kind: 'file', path: config.path, line: node.line}
  const items = itemsOf(node)?.map((item) => ({text: String(item.value), source: {...source, line: item.line}}))
  const members = mappingOf(node)
  const pairs =
    members &&
    [...members].map(([name, item]) => ({text: `${name}=${String(item.value)}`, source: {...source, line: item.line}}))
  const isScalar = !items && !members
  return {
    place: {value: isScalar ? value : (items ?? pairs)?.map(({text}) => text), source, isFlag: false},
    texts: isScalar && value !== null ? [String(value)] : [],
    items: items ?? pairs ?? [],
  }
}
