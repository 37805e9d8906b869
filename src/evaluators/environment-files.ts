import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {readEnvironmentFile} from '../text/env-file.ts'
import {isGlob, matchesGlob} from '../text/glob.ts'
import type {EnvironmentVariable} from '../text/systemd-environment.ts'
import type {UnitValue} from '../text/systemd-merge.ts'
import {expandSpecifiers} from '../text/systemd-specifiers.ts'
import type {Place} from '../text/systemd-unit.ts'

/** One file that `EnvironmentFile=` names, and the place that names it. A missing one that is not optional stops the service. */
export interface NamedEnvironmentFile {
  readonly path: string
  readonly isOptional: boolean
  readonly isMissing: boolean
  readonly source: Origin
}

/** The files named, what they set in order, and the lines systemd passes over; or the file that could not be read. */
export type EnvironmentFiles =
  | {
      readonly state: 'read'
      readonly files: readonly NamedEnvironmentFile[]
      readonly variables: readonly EnvironmentVariable[]
      readonly problems: readonly {readonly message: string; readonly source: Origin}[]
    }
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Reads the files that the values in force of `EnvironmentFile=` name, patterns included (systemd.exec(5)). */
export async function readEnvironmentFiles(
  probe: Probe,
  values: readonly UnitValue[],
  specifiers: ReadonlyMap<string, string>,
): Promise<EnvironmentFiles> {
  const files: NamedEnvironmentFile[] = []
  const variables: EnvironmentVariable[] = []
  const problems: {message: string; source: Origin}[] = []
  for (const value of values) {
    const source = origin(value)
    const {text} = expandSpecifiers(value.value, specifiers)
    const isOptional = text.startsWith('-')
    const named = isOptional ? text.slice(1) : text
    if (!named.startsWith('/')) {
      problems.push({message: `EnvironmentFile= path is not absolute, ignoring: ${named}`, source})
      continue
    }
    const matches = await matchingPaths(probe, named)
    if (matches.state === 'unknown') return matches
    if (matches.paths.length === 0) files.push({path: named, isOptional, isMissing: true, source})
    for (const path of matches.paths) {
      const reading = await probe.readFile(path)
      if (reading.state === 'unreadable') {
        return {state: 'unknown', reason: `${path} ${reading.reason}`, source: reading.source}
      }
      files.push({path, isOptional, isMissing: reading.state === 'absent', source})
      if (reading.state === 'absent') continue
      const file = readEnvironmentFile(reading.value)
      variables.push(...file.assignments.map((assignment) => ({...assignment, path})))
      problems.push(...file.problems.map(({message, line}) => ({message, source: origin({path, line})})))
    }
  }
  return {state: 'read', files, variables, problems}
}

/** systemd takes the path for a pattern of glob(7); here only its last component may be one. */
async function matchingPaths(
  probe: Probe,
  path: string,
): Promise<{state: 'read'; paths: readonly string[]} | {state: 'unknown'; reason: string; source: Origin}> {
  if (!isGlob(path)) return {state: 'read', paths: [path]}
  const directory = path.slice(0, path.lastIndexOf('/'))
  const pattern = path.slice(directory.length + 1)
  const source: Origin = {kind: 'file', path: directory}
  if (isGlob(directory)) return {state: 'unknown', reason: `${path} is a pattern of directories`, source}
  const listed = await probe.list(directory)
  if (listed.state === 'unreadable') return {state: 'unknown', reason: `${directory} ${listed.reason}`, source}
  const names = listed.state === 'read' ? listed.value : []
  const matching = names.filter(
    (name) => matchesGlob(pattern, name) && (pattern.startsWith('.') || !name.startsWith('.')),
  )
  return {state: 'read', paths: matching.map((name) => `${directory}/${name}`)}
}

function origin({path, line}: Place): Origin {
  return {kind: 'file', path, line}
}
