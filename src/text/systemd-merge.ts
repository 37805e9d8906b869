import type {Problem} from './parsed.ts'
import {lineAt, type Place, readUnitFile, type UnitAssignment} from './systemd-unit.ts'

/** An assignment with the file it stands in. */
export interface UnitValue extends UnitAssignment {
  readonly path: string
}

/** What a key of a unit comes to: the values in force, in order, and those a later line replaced or cleared. */
export interface UnitSetting {
  readonly values: readonly UnitValue[]
  readonly overridden: readonly UnitValue[]
}

/** A unit and its drop-ins read as one. `broken` is a section header that keeps the main file from loading. */
export interface Unit {
  readonly settings: ReadonlyMap<string, UnitSetting>
  readonly problems: readonly (Problem & {readonly path: string})[]
  readonly broken?: Problem & {readonly path: string}
}

/**
 * Reads a unit's main file, given first, and its drop-ins, given in the order they apply. List settings accumulate and an
 * empty assignment clears them; dependencies only accumulate (systemd.unit(5)); of every other setting the last one counts.
 */
export function mergeUnit(files: readonly {readonly path: string; readonly text: string}[]): Unit {
  const settings = new Map<string, {values: UnitValue[]; overridden: UnitValue[]}>()
  const problems: (Problem & {path: string})[] = []
  let broken: (Problem & {path: string}) | undefined
  for (const [index, {path, text}] of files.entries()) {
    const file = readUnitFile(text)
    problems.push(...file.problems.map((problem) => ({...problem, path})))
    if (file.broken) {
      const problem = {...file.broken, path}
      if (index === 0) broken = problem
      else problems.push(problem)
    }
    for (const assignment of file.assignments) apply(settings, {...assignment, path})
  }
  return broken ? {settings, problems, broken} : {settings, problems}
}

/** The values in force of one key, none when it is not set. */
export function unitValues(unit: Unit, section: string, key: string): readonly UnitValue[] {
  return unit.settings.get(settingName(section, key))?.values ?? []
}

/** The value of a setting that has only one, the last in force. */
export function unitValue(unit: Unit, section: string, key: string): UnitValue | undefined {
  return unitValues(unit, section, key).at(-1)
}

/** The name under which `settings` holds a key, such as `Service.ExecStart`. */
export function settingName(section: string, key: string): string {
  return `${section}.${key}`
}

/** The file and line of the character at an offset of a value. */
export function placeAt(value: UnitValue, offset: number): Place {
  return {path: value.path, line: lineAt(value, offset)}
}

/** Settings that grow and that an empty assignment does not clear. */
const dependencies = new Set(
  `After Before Wants Requires Requisite BindsTo PartOf Upholds Conflicts OnFailure OnSuccess PropagatesReloadTo
  ReloadPropagatedFrom PropagatesStopTo StopPropagatedFrom JoinsNamespaceOf RequiresMountsFor WantsMountsFor`.split(
    /\s+/,
  ),
)

/** Settings that grow and that an empty assignment clears. */
const lists = new Set(
  `ExecStart ExecStartPre ExecStartPost ExecCondition ExecReload ExecReloadPost ExecStop ExecStopPre ExecStopPost
  Environment DefaultEnvironment EnvironmentFile PassEnvironment UnsetEnvironment Documentation Alias WantedBy RequiredBy UpheldBy Also
  SupplementaryGroups DeviceAllow ReadWritePaths ReadOnlyPaths InaccessiblePaths ExecPaths NoExecPaths BindPaths
  BindReadOnlyPaths TemporaryFileSystem RuntimeDirectory StateDirectory CacheDirectory LogsDirectory
  ConfigurationDirectory LoadCredential LoadCredentialEncrypted SetCredential SystemCallFilter SystemCallArchitectures
  CapabilityBoundingSet AmbientCapabilities RestrictAddressFamilies RestrictNamespaces RestrictFileSystems
  IPAddressAllow IPAddressDeny DisableControllers Sockets ListenStream ListenDatagram ListenSequentialPacket ListenFIFO
  ListenNetlink Symlinks OnActiveSec OnBootSec OnStartupSec OnUnitActiveSec OnUnitInactiveSec OnCalendar`.split(/\s+/),
)

function apply(settings: Map<string, {values: UnitValue[]; overridden: UnitValue[]}>, value: UnitValue): void {
  const name = settingName(value.section, value.key)
  const setting = settings.get(name) ?? {values: [], overridden: []}
  settings.set(name, setting)
  const family = /^(Condition|Assert)/.exec(value.key)?.[0]
  const isList = family !== undefined || lists.has(value.key)
  if (dependencies.has(value.key)) {
    if (value.value !== '') setting.values.push(value)
  } else if (isList && value.value === '') {
    for (const [other, cleared] of settings) {
      if (other === name || (family !== undefined && other.startsWith(settingName(value.section, family)))) {
        cleared.overridden.push(...cleared.values.splice(0))
      }
    }
  } else {
    if (!isList) setting.overridden.push(...setting.values.splice(0))
    setting.values.push(value)
  }
}
