import {at, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type ContainerdConfig, containerdOption, isTakenFor} from './containerd-config.ts'
import {criPlugin, imagesPlugin, runtimePlugin} from './containerd-merge.ts'
import {membersOf, type SettingNode, settingAt, settingsOf} from './setting-tree.ts'

/** A key of the configuration, its table path in dots, and where it is written. */
export interface PlacedKey {
  readonly name: string
  readonly source: Source
}

/** The plugin tables as they are written in any of the files. */
export function writtenPlugins({files}: ContainerdConfig): readonly PlacedKey[] {
  return documents(files.files).flatMap((document) =>
    [...membersOf(settingAt(document, 'plugins'))].map(([name, {source}]) => ({name, source})),
  )
}

/** Keys of plugin tables that a later file takes away because its table of that name replaces the whole. */
export function droppedKeys(config: ContainerdConfig): readonly PlacedKey[] {
  if (config.major >= 2) return []
  return documents(config.files.files).flatMap((document) =>
    [...membersOf(settingAt(document, 'plugins'))].flatMap(([id, table]) => {
      const kept = leaves(settingAt(config.root, 'plugins', id), id)
      return leaves(table, id).filter(({name}) => !kept.some((leaf) => leaf.name === name))
    }),
  )
}

/**
 * Where `SystemdCgroup`, or the `systemd_cgroup` it is mistaken for, is written outside the options of a runtime in the
 * table that this containerd reads; false is what each place means anyway.
 */
export function misplacedSystemdCgroup(config: ContainerdConfig): readonly PlacedKey[] {
  const {files} = config
  const table = runtimeTableName(config)
  return documents(files.files)
    .flatMap((document) => leaves(settingAt(document, 'plugins'), ''))
    .filter(({name, value}) => {
      const key = lastKey(name)
      if (value === false) return false
      if (key !== 'systemd_cgroup' && !isTakenFor(key, 'SystemdCgroup', 2)) return false
      const isRead = isTakenFor(key, 'SystemdCgroup', config.major)
      const place = new RegExp(
        `^\\.(?:${table})\\.containerd\\.(?:runtimes\\..+|default_runtime|untrusted_workload_runtime)\\.options\\.`,
      )
      return !(isRead && place.test(name))
    })
}

/** A pattern for the table of the CRI plugin that is read, by the schema of the main file. */
function runtimeTableName({major, minor, schema}: ContainerdConfig): string {
  const escaped = (name: string) => name.replaceAll('.', '\\.')
  if (schema >= 3) return escaped(runtimePlugin)
  if (schema === 2) return escaped(criPlugin)
  if (major < 2) return 'cri'
  return minor >= 3 ? `cri|${escaped(criPlugin)}` : '(?!)'
}

/** One runtime handler of the merged configuration. */
export interface RuntimeHandler {
  readonly name: string
  readonly type: Located<string> | string
  readonly systemdCgroup: Located<boolean> | boolean
  readonly binaryName: Located<string> | string
  readonly source: Source
}

/** The runtime handlers of the CRI plugin; `runc` is there even where no file names it. */
export function runtimeHandlers({runtime, major}: ContainerdConfig): readonly RuntimeHandler[] {
  const written = membersOf(containerdOption(runtime, major, 'containerd', 'runtimes'))
  const fallback: SettingNode = {value: new Map(), source: {kind: 'default', of: 'containerd'}}
  const handlers = written.has('runc') ? written : new Map([['runc', fallback], ...written])
  return [...handlers].map(([name, handler]) => ({
    name,
    type: text(containerdOption(handler, major, 'runtime_type')) ?? (name === 'runc' ? runcShim : ''),
    systemdCgroup: flag(containerdOption(handler, major, 'options', 'SystemdCgroup')) ?? at(false, handler.source),
    binaryName: text(containerdOption(handler, major, 'options', 'BinaryName')) ?? '',
    source: handler.source,
  }))
}

/** The options of known type that are written as another type, which keeps the CRI plugin from loading. */
export function mistypedOptions(config: ContainerdConfig): readonly (PlacedKey & {readonly type: string})[] {
  const handlers = [...membersOf(containerdOption(config.runtime, config.major, 'containerd', 'runtimes'))]
  const options: readonly (readonly [name: string, setting: SettingNode | undefined, type: string])[] = [
    ...known.map(
      ([path, type]) => [path, containerdOption(config.runtime, config.major, ...path.split('.')), type] as const,
    ),
    ...handlers.map(
      ([name, handler]) =>
        [
          `containerd.runtimes.${name}.options.SystemdCgroup`,
          containerdOption(handler, config.major, 'options', 'SystemdCgroup'),
          'boolean',
        ] as const,
    ),
  ]
  return options.flatMap(([name, setting, type]) => {
    if (!setting || typeOf(setting.value) === type) return []
    return [{name, type, source: setting.source}]
  })
}

const known = [
  ['enable_selinux', 'boolean'],
  ['cni.bin_dir', 'string'],
  ['cni.bin_dirs', 'list'],
  ['cni.conf_dir', 'string'],
  ['cni.max_conf_num', 'number'],
  ['containerd.default_runtime_name', 'string'],
] as const

const runcShim = 'io.containerd.runc.v2'

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value instanceof Map ? 'table' : typeof value
}

function text(setting: SettingNode | undefined): Located<string> | undefined {
  return typeof setting?.value === 'string' ? at(setting.value, setting.source) : undefined
}

function flag(setting: SettingNode | undefined): Located<boolean> | undefined {
  return typeof setting?.value === 'boolean' ? at(setting.value, setting.source) : undefined
}

function documents(files: ContainerdConfig['files']['files']): readonly SettingNode[] {
  return files.map(({path, document}) => settingsOf(document, path))
}

function leaves(node: SettingNode | undefined, name: string): readonly (PlacedKey & {readonly value: unknown})[] {
  if (!node) return []
  if (!(node.value instanceof Map)) return [{name, source: node.source, value: node.value}]
  return [...membersOf(node)].flatMap(([key, member]) => leaves(member, `${name}.${key}`))
}

function lastKey(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Whether nothing that containerd's CRI service is made of is disabled, and the place that disables it. */
export function isCriEnabled({root, major}: ContainerdConfig): boolean | Located<boolean> {
  const disabled = settingAt(root, 'disabled_plugins')
  const names: readonly unknown[] = Array.isArray(disabled?.value) ? disabled.value : []
  const parts = ['cri', criPlugin, ...(major >= 2 ? [runtimePlugin, imagesPlugin] : [])]
  return at(!parts.some((part) => names.includes(part)), disabled?.source)
}
