import type {Probe} from '../facts/probe.ts'
import type {Located} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {parseYaml} from '../text/yaml.ts'
import {type ComponentFlags, flagValue} from './component-flags.ts'
import {mergePatch, type SettingNode, settingsOf} from './setting-tree.ts'

/** A configuration file that is missing or cannot be read, and why. */
export interface FileGap {
  readonly kind: 'absent' | 'unreadable'
  readonly path: string
  readonly reason: string
  readonly source: Origin
}

/** The files of a kubelet's configuration: where `--config` points, what the files set together, what is missing. */
export interface ConfigFiles {
  readonly configFile: Located<string> | undefined
  readonly configDir: Located<string> | undefined
  readonly dropIns: readonly string[]
  readonly settings: SettingNode | undefined
  readonly gap: FileGap | undefined
}

/**
 * Reads the file of `--config` and the `*.conf` below `--config-dir` in the lexical order of their paths, each applied to
 * the result so far as a JSON merge patch; other suffixes are passed over (cmd/kubelet/app/server.go).
 */
export async function readConfigFiles(probe: Probe, flags: ComponentFlags): Promise<ConfigFiles> {
  const configFile = flagValue(flags, 'config')
  const configDir = flagValue(flags, 'config-dir')
  const found = configDir ? await filesBelow(probe, configDir.value) : {paths: [], gap: undefined}
  const dropIns = found.paths.filter((path) => path.endsWith('.conf'))
  const paths = [...(configFile ? [configFile.value] : []), ...dropIns]
  let settings: SettingNode | undefined
  let gap = found.gap
  for (const reading of await Promise.all(paths.map((path) => readSettings(probe, path)))) {
    if ('kind' in reading) gap ??= reading
    else settings = mergePatch(settings, reading)
  }
  return {configFile, configDir, dropIns, settings, gap}
}

/** The settings of one YAML or JSON file, or why there are none. An empty file sets nothing. */
export async function readSettings(probe: Probe, path: string): Promise<SettingNode | FileGap> {
  const text = await probe.readFile(path)
  const {source} = text
  if (text.state === 'absent') return {kind: 'absent', path, reason: `${path} does not exist`, source}
  if (text.state === 'unreadable') return {kind: 'unreadable', path, reason: `${path}: ${text.reason}`, source}
  const parsed = parseYaml(text.value)
  if (parsed.ok) return settingsOf(parsed.value, path)
  const {line, message} = parsed.problem
  return {kind: 'unreadable', path, reason: `${path} line ${line}: ${message}`, source: {kind: 'file', path, line}}
}

/** The regular files below a directory in the order of filepath.WalkDir: by name, each directory where its name stands. */
export async function filesBelow(
  probe: Probe,
  directory: string,
  depth = 0,
): Promise<{paths: readonly string[]; gap: FileGap | undefined}> {
  const listed = await probe.list(directory)
  if (listed.state === 'absent') return {paths: [], gap: undefined}
  if (listed.state === 'unreadable') {
    const reason = `${directory}: ${listed.reason}`
    return {paths: [], gap: {kind: 'unreadable', path: directory, reason, source: listed.source}}
  }
  const root = directory.replace(/\/+$/, '')
  const entries = listed.value.map((name) => `${root}/${name}`)
  const statuses = await probe.status(entries)
  const paths: string[] = []
  let gap: FileGap | undefined
  for (const path of entries) {
    const status = statuses.get(path)
    if (status?.state === 'unreadable') {
      gap ??= {kind: 'unreadable', path, reason: `${path}: ${status.reason}`, source: status.source}
    }
    if (status?.state !== 'read') continue
    if (status.value.type !== 'directory') paths.push(path)
    else if (depth < maxDepth) {
      const below = await filesBelow(probe, path, depth + 1)
      paths.push(...below.paths)
      gap ??= below.gap
    }
  }
  return {paths, gap}
}

const maxDepth = 8
