import type {Probe} from '../facts/probe.ts'
import {at, type Located, Unknown, unknown} from '../facts/value.ts'
import {flagValue} from './component-flags.ts'
import {installedVersion} from './component-version.ts'
import {type KubeletCommand, kubeletCommand} from './kubelet-command.ts'
import {type ConfigFiles, readConfigFiles} from './kubelet-config-files.ts'
import {
  type KubeletField,
  type KubeletFieldPath,
  kubeadmDecides,
  kubeadmWrites,
  kubeletFields,
} from './kubelet-fields.ts'
import {flagSetting} from './kubelet-flag-setting.ts'
import {plainSetting, settingAt} from './setting-tree.ts'

/** The effective configuration of this host's kubelet: its command line, and the files that names, merged in order. */
export interface KubeletConfig {
  readonly command: KubeletCommand
  readonly files: ConfigFiles
  /** The minor of its version, undefined where that could not be told. */
  readonly minor: number | undefined
}

/**
 * Reads the kubelet's command line and configuration files. Order, weakest first: defaults, `--config`, the `*.conf` of
 * `--config-dir` as JSON merge patches, flags (cmd/kubelet/app/server.go).
 */
export async function kubeletConfig(probe: Probe): Promise<KubeletConfig> {
  const [command, version] = await Promise.all([probe.once(kubeletCommand), probe.once(installedVersion, 'kubelet')])
  const minor = version instanceof Unknown ? undefined : version.value.minor
  return {command, files: await readConfigFiles(probe, command.flags), minor}
}

/**
 * A field's value in force with its place; a default names the component it belongs to. Unknown where the place that may
 * set it could not be read, undefined where nobody sets a field that has no constant default.
 */
export function kubeletSetting(config: KubeletConfig, path: KubeletFieldPath): Located<unknown> | Unknown | undefined {
  const {command, files} = config
  const field: KubeletField = kubeletFields[path]
  const inFiles = settingAt(files.settings, ...path.split('.'))
  const given = flagSetting(command.flags, field, inFiles)
  if (given) return at(plainSetting(given), given.source)
  if (command.gap) return unknown(command.gap.reason, command.gap.source)
  if (command.decides.has(path)) return unknown(`${command.layout} decides ${path} when it starts the kubelet`)
  if (files.gap) return settingDespiteGap(config, path)
  if (inFiles && inFiles.value !== null) return at(plainSetting(inFiles), inFiles.source)
  return defaultOf(field, files.configFile !== undefined)
}

/** The value of a flag that is no field of the configuration file; undefined when it is not given. */
export function kubeletFlag({command}: KubeletConfig, name: string): Located<string> | Unknown | undefined {
  const given = flagValue(command.flags, name)
  return given ?? (command.gap && unknown(command.gap.reason, command.gap.source))
}

/** The file kubeadm writes when the node joins: until then its values are those kubeadm always writes. */
function settingDespiteGap(
  {files: {gap, dropIns}, minor = 0}: KubeletConfig,
  path: KubeletFieldPath,
): Located<unknown> | Unknown | undefined {
  const isBeforeJoin = gap?.kind === 'absent' && gap.path === kubeadmConfigPath && dropIns.length === 0
  const written = kubeadmWrites[path]
  if (isBeforeJoin && written && minor >= written.since) return at(written.value, {kind: 'default', of: 'kubeadm'})
  if (isBeforeJoin && !written && !kubeadmDecides.has(path)) return defaultOf(kubeletFields[path], true)
  const suffix = isBeforeJoin ? ' until kubeadm writes it' : ''
  return unknown(`${gap?.reason ?? 'the configuration could not be read'}${suffix}`, gap?.source)
}

function defaultOf(field: KubeletField, hasConfigFile: boolean): Located<unknown> | undefined {
  const value = hasConfigFile ? field.default : (field.legacyDefault ?? field.default)
  return value === undefined ? undefined : at(value, {kind: 'default', of: 'kubelet'})
}

const kubeadmConfigPath = '/var/lib/kubelet/config.yaml'
