import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import {installedVersion} from './component-version.ts'
import {containerdCommand} from './containerd-command.ts'
import {type ContainerdFiles, readContainerdFiles} from './containerd-files.ts'
import {type ContainerdTables, mergeVersion1, mergeVersion2, schemaOf} from './containerd-merge.ts'
import {membersOf, type SettingNode, settingsOf} from './setting-tree.ts'

/** The effective configuration of this host's containerd. `schema` is the version its main file states, 0 where none. */
export interface ContainerdConfig extends ContainerdTables {
  readonly path: string
  readonly files: ContainerdFiles
  readonly schema: number
  /** The major of containerd that the files are read as; told by the schema where the version is not known. */
  readonly major: number
  readonly minor: number
}

/** Reads containerd's configuration with its imports: `probe.once(containerdConfig)`. */
export async function containerdConfig(probe: Probe): Promise<ContainerdConfig> {
  const {configPath: path} = await probe.once(containerdCommand)
  const [files, version] = await Promise.all([
    readContainerdFiles(probe, path),
    probe.once(installedVersion, 'containerd'),
  ])
  const root = mainFile({files})
  const schema = membersOf(root).has('version') ? schemaOf(root) : 0
  const major = version instanceof Unknown ? (schema >= 3 ? 2 : 1) : version.value.major
  const minor = version instanceof Unknown ? (schema >= 4 ? 3 : 0) : version.value.minor
  const tables = major >= 2 ? mergeVersion2(files.files, minor) : mergeVersion1(files.files)
  return {path, files, schema, major, minor, ...tables}
}

/** The main file by itself, as it is written. */
export function mainFile({files}: Pick<ContainerdConfig, 'files'>): SettingNode | undefined {
  const [main] = files.files
  return main && settingsOf(main.document, main.path)
}

/**
 * An option under a path of keys. containerd 1.x takes `SystemdCgroup` as `systemdCgroup` and in lower or upper case too,
 * containerd 2.x in any mixture of case (the TOML libraries they are built with).
 */
export function containerdOption(
  table: SettingNode | undefined,
  major: number,
  ...path: readonly string[]
): SettingNode | undefined {
  return path.reduce<SettingNode | undefined>((at, key) => {
    const members = membersOf(at)
    return members.get(key) ?? [...members].find(([written]) => isTakenFor(written, key, major))?.[1]
  }, table)
}

/** Whether the daemon takes a key as written for an option. */
export function isTakenFor(written: string, option: string, major: number): boolean {
  if (major >= 2) return written.toLowerCase() === option.toLowerCase()
  const lowered = option.charAt(0).toLowerCase() + option.slice(1)
  return [option, option.toLowerCase(), option.toUpperCase(), lowered].includes(written)
}
