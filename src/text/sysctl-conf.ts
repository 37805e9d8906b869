import {isGlob, matchesGlob} from './glob.ts'
import type {Problem} from './parsed.ts'
import type {Place} from './systemd-unit.ts'

/**
 * One line of a sysctl.d file. `key` is a dotted name in which a slash stands for a dot within a part, as in
 * `net.ipv4.conf.eth0/100.rp_filter`; it may be a pattern. Without a value the line exempts its key from patterns.
 */
export interface SysctlEntry {
  readonly key: string
  readonly value?: string
  readonly line: number
  readonly ignoreFailures: boolean
}

/** An entry with the file it stands in. */
export interface SysctlValue extends SysctlEntry, Place {}

/** All entries of a set of files, in the order they apply. */
export interface SysctlConfig {
  readonly explicit: ReadonlyMap<string, readonly SysctlValue[]>
  readonly patterns: readonly SysctlValue[]
  readonly problems: readonly (Problem & Place)[]
}

/** The entry that decides a key, if any sets it, and those that would have set it but for another. */
export interface SysctlSetting {
  readonly winner?: SysctlValue
  readonly losers: readonly SysctlValue[]
}

/** Reads one sysctl.d file as systemd-sysctl does (sysctl.d(5)). */
export function readSysctlConf(text: string): {
  readonly entries: readonly SysctlEntry[]
  readonly problems: readonly Problem[]
} {
  const entries: SysctlEntry[] = []
  const problems: Problem[] = []
  for (const [index, written] of text.split(/\r\n|[\n\r\0]/).entries()) {
    const line = index + 1
    const content = written.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const [, dash, key, value] = /^(-?)([^=]*)(?:=([\s\S]*))?$/.exec(content) ?? []
    if (key === undefined || (value === undefined && dash === '')) {
      problems.push({message: `Line is not an assignment, ignoring: ${content}`, line, column: 1})
    } else {
      const entry = {key: sysctlKey(key.trim()), line, ignoreFailures: dash === '-'}
      entries.push(value === undefined ? entry : {...entry, value: value.trim()})
    }
  }
  return {entries, problems}
}

/** The dotted form of a sysctl name: a first separator `/` means slashes part the name, else dots do (sysctl.d(5)). */
export function sysctlKey(name: string): string {
  const isPath = /[/.]/.exec(name)?.[0] === '/'
  return swapped(
    swapped(isPath ? swapped(name) : name)
      .replace(/\/{2,}/g, '/')
      .replace(/^\/|\/$/g, ''),
  )
}

/** The path of a key below /proc/sys. */
export function sysctlPath(key: string): string {
  return swapped(key)
}

/** Reads files given in the order they apply, as `effectiveConfFiles` puts them. */
export function mergeSysctl(files: readonly {readonly path: string; readonly text: string}[]): SysctlConfig {
  const explicit = new Map<string, SysctlValue[]>()
  const patterns = new Map<string, SysctlValue>()
  const problems: (Problem & Place)[] = []
  for (const {path, text} of files) {
    const file = readSysctlConf(text)
    problems.push(...file.problems.map((problem) => ({...problem, path})))
    for (const entry of file.entries) {
      const value = {...entry, path}
      if (!isGlob(entry.key)) explicit.set(entry.key, [...(explicit.get(entry.key) ?? []), value])
      else if (!patterns.has(entry.key) || patterns.get(entry.key)?.value !== entry.value) {
        patterns.delete(entry.key)
        patterns.set(entry.key, value)
      }
    }
  }
  return {explicit, patterns: [...patterns.values()], problems}
}

/**
 * What the files set a key to: the last line that names it, an exemption included, or else the last pattern that matches.
 * Patterns lose to any line that names the key, wherever it stands.
 */
export function sysctlSetting(config: SysctlConfig, key: string): SysctlSetting {
  const path = sysctlPath(key)
  const matching = config.patterns.filter((each) => matchesGlob(sysctlPath(each.key), path, '/'))
  const candidates = [...matching, ...(config.explicit.get(key) ?? [])]
  const last = candidates.at(-1)
  const losers = candidates.filter((each) => each !== last && each.value !== undefined).reverse()
  return last?.value === undefined ? {losers} : {winner: last, losers}
}

function swapped(name: string): string {
  return name.replace(/[/.]/g, (separator) => (separator === '/' ? '.' : '/'))
}
