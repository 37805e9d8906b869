import type {Probe} from '../facts/probe.ts'
import type {Origin, Source} from '../source.ts'
import {mergeUnit, settingName, type Unit} from '../text/systemd-merge.ts'
import type {Place} from '../text/systemd-unit.ts'
import {readConfDirectories} from './conf-directories.ts'
import {type UnitDirectory, unitDirectories} from './unit-directories.ts'
import {findUnitFile, templatesOf} from './unit-file.ts'

/** A unit with its drop-ins merged. `path` is the main file; `dropIns` are in order. */
export interface FoundUnit {
  readonly state: 'found'
  readonly name: string
  readonly path: string
  readonly dropIns: readonly string[]
  readonly settings: Unit['settings']
  readonly problems: Unit['problems']
  /** Why systemd refuses to load the unit. */
  readonly broken?: NonNullable<Unit['broken']>
}

/** The effective unit of a name on this host. `masked` units cannot start; `unknown` ones could not be read whole. */
export type UnitResult =
  | FoundUnit
  | {readonly state: 'masked'; readonly name: string; readonly source: Origin}
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Reads a system unit as systemd would load it now: `probe.once(unit, 'kubelet.service')`. */
export async function unit(probe: Probe, name: string): Promise<UnitResult> {
  const {directories, gap} = await probe.once(unitDirectories)
  if (gap) return {state: 'unknown', ...gap}
  const main = await findUnitFile(probe, directories, name)
  if (main.state === 'unknown') return main
  if (main.state === 'absent') return {state: 'absent', reason: `no unit ${name}`}
  if (main.state === 'masked') return {state: 'masked', name: main.name, source: {kind: 'file', path: main.path}}
  const aliases = await probe.once(dropInAliases)
  const names = [main.name, ...[name, ...(aliases.get(main.name) ?? [])].filter((other) => other !== main.name)]
  const dropIns = await readConfDirectories(probe, dropInDirectories(directories, [...new Set(names)]))
  if (dropIns.state === 'unknown') return dropIns
  const text = await probe.readFile(main.path)
  if (text.state === 'unreadable') {
    return {state: 'unknown', reason: `${main.path} ${text.reason}`, source: text.source}
  }
  if (text.state === 'absent') return {state: 'absent', reason: `${main.path} vanished`}
  return {
    state: 'found',
    name: main.name,
    path: main.path,
    dropIns: dropIns.files.map(({path}) => path),
    ...mergeUnit([{path: main.path, text: text.value}, ...dropIns.files]),
  }
}

/** The source of the value in force of a setting that has only one, with the values it replaced; undefined when unset. */
export function settingSource(found: Pick<FoundUnit, 'settings'>, section: string, key: string): Source | undefined {
  const setting = found.settings.get(settingName(section, key))
  const winner = setting?.values.at(-1)
  if (!setting || !winner) return undefined
  const overrode = setting.overridden.toReversed().map((loser) => ({value: loser.value, source: placeOrigin(loser)}))
  return overrode.length > 0 ? {...placeOrigin(winner), overrode} : placeOrigin(winner)
}

/** A place in a file as an origin. */
export function placeOrigin({path, line}: Place): Origin {
  return {kind: 'file', path, line}
}

/** Where drop-ins are read, strongest first: those of the unit's names before those of its type (systemd.unit(5)). */
function dropInDirectories(directories: readonly UnitDirectory[], names: readonly string[]): string[] {
  const own = names.flatMap((name) =>
    directories.flatMap(({path, names: known}) =>
      dropInNames(name)
        .filter((directory) => known.has(directory))
        .map((directory) => `${path}/${directory}`),
    ),
  )
  const type = `${typeOf(names[0] ?? '')}.d`
  const ofType = directories.filter(({names: known}) => known.has(type)).map(({path}) => `${path}/${type}`)
  return [...new Set([...own, ...ofType])]
}

/** `a-b@c.service` reads `a-b@c.service.d`, `a-.service.d` and `a-b@.service.d`, and the prefixes of the last. */
function dropInNames(name: string): string[] {
  const type = typeOf(name)
  const prefix = name.replace(/(@.*)?\.[a-z]+$/, '')
  const dashes = [...prefix.matchAll(/-/g)].map((dash) => `${prefix.slice(0, dash.index + 1)}.${type}.d`).reverse()
  return [`${name}.d`, ...dashes, ...templatesOf(name).map((template) => `${template}.d`)]
}

function typeOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Units whose aliases have drop-ins of their own: those count for the unit as well. */
async function dropInAliases(probe: Probe): Promise<ReadonlyMap<string, readonly string[]>> {
  const {directories} = await probe.once(unitDirectories)
  const stems = new Set(
    directories.flatMap(({names}) => [...names].filter((name) => name.endsWith('.d')).map((name) => name.slice(0, -2))),
  )
  const paths = directories.flatMap(({path, names}) =>
    [...stems].filter((stem) => names.has(stem)).map((stem) => `${path}/${stem}`),
  )
  const aliases = new Map<string, string[]>()
  for (const [path, status] of await probe.status(paths)) {
    if (status.state !== 'read' || status.value.type !== 'symlink') continue
    const alias = path.slice(path.lastIndexOf('/') + 1)
    const name = status.value.realPath.slice(status.value.realPath.lastIndexOf('/') + 1)
    if (alias !== name) aliases.set(name, [...(aliases.get(name) ?? []), alias])
  }
  return aliases
}
