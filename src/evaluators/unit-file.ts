import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import type {UnitDirectory} from './unit-directories.ts'

/** Which file supplies a unit. `name` is the unit's own name where the one asked for is an alias of it. */
export type UnitFileFound =
  | {readonly state: 'found'; readonly name: string; readonly path: string}
  | {readonly state: 'masked'; readonly name: string; readonly path: string}
  | {readonly state: 'absent'}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * Finds a unit's main file: the first directory that has the name decides; a link to /dev/null or an empty file masks it, a
 * link to another unit is an alias, and an instance without a file of its own comes from its template (systemd.unit(5)).
 */
export async function findUnitFile(
  probe: Probe,
  directories: readonly UnitDirectory[],
  name: string,
  seen: ReadonlySet<string> = new Set(),
): Promise<UnitFileFound> {
  if (seen.has(name)) return {state: 'absent'}
  for (const candidate of [name, ...templatesOf(name)]) {
    for (const directory of directories) {
      if (!directory.names.has(candidate)) continue
      const path = `${directory.path}/${candidate}`
      const status = (await probe.status([path])).get(path)
      if (status?.state === 'unreadable') {
        return {state: 'unknown', reason: `${path} ${status.reason}`, source: status.source}
      }
      if (status?.state !== 'read') continue
      const {type, sizeBytes, realPath} = status.value
      if (realPath === '/dev/null' || (type === 'file' && sizeBytes === 0)) return {state: 'masked', name, path}
      const target = realPath.slice(realPath.lastIndexOf('/') + 1)
      const isAlias = type === 'symlink' && target !== candidate && (await isUnitPath(probe, directories, realPath))
      if (isAlias) return findUnitFile(probe, directories, aliasedName(target, name), new Set([...seen, name]))
      if (type === 'symlink' && (await isDangling(probe, path))) continue
      if (type === 'file' || type === 'symlink') return {state: 'found', name, path}
    }
  }
  return {state: 'absent'}
}

/** The template `foo@.service` of an instance `foo@bar.service`; none for other units. */
export function templatesOf(name: string): readonly string[] {
  const [, prefix, suffix] = /^([^@]*@)[^@.][^@]*(\.[a-z]+)$/.exec(name) ?? []
  return prefix === undefined || suffix === undefined ? [] : [prefix + suffix]
}

/** An alias that leads to a template keeps the instance it was asked for. */
function aliasedName(target: string, name: string): string {
  const instance = /@([^.]+)/.exec(name)?.[1] ?? ''
  return target.replace(/@(?=\.)/, `@${instance}`)
}

async function isUnitPath(probe: Probe, directories: readonly UnitDirectory[], path: string): Promise<boolean> {
  const parent = path.slice(0, path.lastIndexOf('/'))
  if (directories.some((directory) => directory.path === parent)) return true
  const statuses = await probe.status(
    directories.map((directory) => directory.path),
    {follow: true},
  )
  return [...statuses.values()].some((status) => status.state === 'read' && status.value.realPath === parent)
}

async function isDangling(probe: Probe, path: string): Promise<boolean> {
  return (await probe.status([path], {follow: true})).get(path)?.state === 'absent'
}
