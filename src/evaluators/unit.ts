import type {Probe, Reading} from '../facts/probe.ts'
import type {Origin, Source} from '../source.ts'
import {effectiveConfFiles} from '../text/conf-files.ts'
import {mergeUnit, settingName, type Unit} from '../text/systemd-merge.ts'
import type {Place} from '../text/systemd-unit.ts'
import {type UnitDirectory, unitDirectories} from './unit-directories.ts'
import {findUnitFile, templatesOf} from './unit-file.ts'

/** A unit with its drop-ins merged. `path` is the main file, empty where only drop-ins exist; `dropIns` are in order. */
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
  const dropIns = await findDropIns(probe, directories, [...new Set(names)])
  if (dropIns.state === 'unknown') return dropIns
  const paths = [main.path, ...dropIns.paths]
  const texts: {path: string; text: string}[] = []
  for (const [index, text] of (await Promise.all(paths.map((path) => probe.readFile(path)))).entries()) {
    const path = paths[index] ?? ''
    if (text.state === 'read') texts.push({path, text: text.value})
    else if (text.state === 'unreadable' && !(await isNullDevice(probe, path))) return unreadableFile(text, path)
    else if (index === 0) return {state: 'absent', reason: `${path} vanished`}
  }
  const merged = mergeUnit(texts)
  return {state: 'found', name: main.name, path: main.path, dropIns: texts.slice(1).map(({path}) => path), ...merged}
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

/**
 * Drop-ins in the order they apply: by file name, those of a stronger directory hiding their namesakes, those of the unit
 * itself stronger than those of its template or of its type (systemd.unit(5)).
 */
async function findDropIns(
  probe: Probe,
  directories: readonly UnitDirectory[],
  names: readonly string[],
): Promise<{state: 'read'; paths: readonly string[]} | {state: 'unknown'; reason: string; source: Origin}> {
  const own = names.flatMap((name) =>
    directories.flatMap(({path, names: known}) =>
      dropInNames(name)
        .filter((directory) => known.has(directory))
        .map((directory) => `${path}/${directory}`),
    ),
  )
  const type = `${typeOf(names[0] ?? '')}.d`
  const ofType = directories.filter(({names: known}) => known.has(type)).map(({path}) => `${path}/${type}`)
  const searched = [...new Set([...own, ...ofType])]
  const candidates: {directory: string; name: string}[] = []
  for (const [index, listed] of (await Promise.all(searched.map((path) => probe.list(path)))).entries()) {
    const directory = searched[index] ?? ''
    if (listed.state === 'unreadable') return unreadableFile(listed, directory)
    if (listed.state === 'read') candidates.push(...listed.value.map((name) => ({directory, name})))
  }
  const {effective} = effectiveConfFiles(candidates, searched)
  return {state: 'read', paths: effective.map(({directory, name}) => `${directory}/${name}`)}
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

/** A drop-in that is a link to /dev/null only hides its namesakes. */
async function isNullDevice(probe: Probe, path: string): Promise<boolean> {
  const status = (await probe.status([path])).get(path)
  return status?.state === 'read' && status.value.realPath === '/dev/null'
}

function unreadableFile(reading: Reading<unknown> & {state: 'unreadable'}, path: string) {
  return {state: 'unknown', reason: `${path} ${reading.reason}`, source: reading.source} as const
}
