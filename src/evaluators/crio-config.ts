import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type FlagTable, type ParsedFlags, parseGoBool, parsePflag} from '../text/go-flags.ts'
import {parseToml} from '../text/toml.ts'
import {flagItems, flagValue, type Words} from './component-flags.ts'
import {filesBelow} from './kubelet-config-files.ts'
import {programArguments} from './program-arguments.ts'
import {type ServiceCommand, serviceCommand} from './service-command.ts'
import {membersOf, mergePatch, overriding, type SettingNode, settingAt, settingsOf} from './setting-tree.ts'

/** The effective configuration of this host's CRI-O: its files merged in order, and the flags over them. */
export interface CrioConfig {
  readonly path: string
  readonly files: readonly string[]
  readonly settings: SettingNode | undefined
  readonly flags: ParsedFlags<Origin>
  readonly problem?: {readonly reason: string; readonly source: Origin}
}

/**
 * Reads crio.conf, then every file below crio.conf.d whatever its name, in lexical order; the last value wins and a runtime
 * replaces its namesake whole (pkg/config/config.go): `probe.once(crioConfig)`.
 */
export async function crioConfig(probe: Probe): Promise<CrioConfig> {
  const service = await probe.once(serviceCommand, 'crio.service')
  const flags = parsePflag(service.state === 'found' ? crioWords(service) : [], flagTable)
  const path = flagValue(flags, 'config')?.value ?? '/etc/crio/crio.conf'
  const below = await filesBelow(probe, flagValue(flags, 'config-dir')?.value ?? '/etc/crio/crio.conf.d')
  const files: string[] = []
  let settings: SettingNode | undefined
  let problem: CrioConfig['problem'] = service.state === 'unknown' ? service : below.gap
  for (const each of [path, ...below.paths]) {
    const text = await probe.readFile(each)
    if (text.state === 'absent') continue
    files.push(each)
    const parsed = text.state === 'read' ? parseToml(text.value) : undefined
    if (parsed?.ok) settings = merged(settings, settingsOf(parsed.value, each))
    else if (text.state === 'unreadable') problem ??= {reason: `${each}: ${text.reason}`, source: text.source}
    else if (parsed) {
      const {line, message} = parsed.problem
      problem ??= {reason: `${each} line ${line}: ${message}`, source: {kind: 'file', path: each, line}}
    }
  }
  return {path, files, settings, flags, ...(problem ? {problem} : {})}
}

/**
 * The arguments of CRI-O behind what its variables say of the same flags, as with `CONTAINER_CNI_PLUGIN_DIR`
 * (internal/criocli/criocli.go).
 */
function crioWords({words, environment}: ServiceCommand): Words {
  const own = programArguments(words, 'crio') ?? words.slice(1)
  const given = parsePflag(own, flagTable).flags
  const told = Object.keys(flagTable).flatMap((flag) => {
    const variable = environment.get(`CONTAINER_${flag.replaceAll('-', '_').toUpperCase()}`)
    return !variable || variable.value === '' || given.has(flag)
      ? []
      : [{text: `--${flag}=${variable.value}`, source: variable.source}]
  })
  return [...told, ...own]
}

/** An option of a table such as `runtime`, by its name in the file and, where it has one, the flag that overrides it. */
export function crioOption({settings, flags}: CrioConfig, table: string, key: string): SettingNode | undefined {
  const inFiles = table === '' ? settingAt(settings, 'crio', key) : settingAt(settings, 'crio', table, key)
  const flag = flagOf[key]
  if (flag === undefined) return inFiles
  const kind = flagTable[flag]?.kind
  const given = kind === 'list' ? flagItems(flags, flag) : flagValue(flags, flag)
  if (!given) return inFiles
  const value = kind === 'bool' ? parseGoBool(String(given.value)) : given.value
  return overriding(inFiles, {value, source: given.source})
}

function merged(base: SettingNode | undefined, file: SettingNode): SettingNode {
  const result = mergePatch(base, file)
  const runtimes = settingAt(result, 'crio', 'runtime', 'runtimes')
  const own = settingAt(file, 'crio', 'runtime', 'runtimes')
  if (!base || !runtimes || !own) return result
  const replaced: SettingNode = {...runtimes, value: new Map([...membersOf(runtimes), ...membersOf(own)])}
  return withMember(result, ['crio', 'runtime', 'runtimes'], replaced)
}

function withMember(node: SettingNode, [key, ...rest]: readonly string[], member: SettingNode): SettingNode {
  if (key === undefined) return member
  const members = new Map(membersOf(node))
  const child = members.get(key)
  if (child) members.set(key, withMember(child, rest, member))
  return {...node, value: members}
}

const flagTable: FlagTable = {
  config: {kind: 'value', short: 'c'},
  'config-dir': {kind: 'value', short: 'd'},
  'cgroup-manager': {kind: 'value'},
  'cni-config-dir': {kind: 'value'},
  'cni-default-network': {kind: 'value'},
  'cni-plugin-dir': {kind: 'list'},
  'conmon-cgroup': {kind: 'value'},
  'default-runtime': {kind: 'value'},
  'enable-metrics': {kind: 'bool'},
  listen: {kind: 'value'},
  'log-level': {kind: 'value', short: 'l'},
  'pause-image': {kind: 'value'},
  root: {kind: 'value', short: 'r'},
  selinux: {kind: 'bool'},
}

const flagOf: Readonly<Record<string, string>> = {
  cgroup_manager: 'cgroup-manager',
  cni_default_network: 'cni-default-network',
  conmon_cgroup: 'conmon-cgroup',
  default_runtime: 'default-runtime',
  listen: 'listen',
  network_dir: 'cni-config-dir',
  pause_image: 'pause-image',
  plugin_dirs: 'cni-plugin-dir',
  root: 'root',
  selinux: 'selinux',
}
