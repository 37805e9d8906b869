import type {Probe, Reading} from '../facts/probe.ts'
import type {Origin, Source} from '../source.ts'
import type {SourcedWord} from '../text/go-flags.ts'
import {
  type EnvironmentVariable,
  effectiveEnvironment,
  expandVariables,
  readEnvironment,
} from '../text/systemd-environment.ts'
import {type ExecCommand, splitExec} from '../text/systemd-exec.ts'
import {unitValue, unitValues} from '../text/systemd-merge.ts'
import {expandSpecifiers, unitSpecifiers} from '../text/systemd-specifiers.ts'
import {defaultEnvironment} from './default-environment.ts'
import {type NamedEnvironmentFile, readEnvironmentFiles} from './environment-files.ts'
import {type Process, processCgroup, processEnvironment, processes, processesNamed} from './processes.ts'
import {defaultServicePath, type SearchPath, searchPath} from './service-path.ts'
import {type FoundUnit, placeOrigin, unit} from './unit.ts'

/** A word of a service's command line. `source` is where its text was written, `via` the place that refers to it, if any. */
export interface ServiceWord extends SourcedWord<Origin> {
  readonly via?: Origin
}

/** Something wrong with a service, in systemd's words, and where. */
export interface ServiceProblem {
  readonly message: string
  readonly source: Origin
}

/** How systemd starts a service next time, and the process it runs now. */
export interface ServiceCommand {
  readonly state: 'found'
  readonly unit: FoundUnit
  /** The program and its arguments after replacement of variables; no words where `ExecStart=` names no program. */
  readonly words: readonly ServiceWord[]
  /** Every command of `ExecStart=` in force; more than one is allowed for Type=oneshot only. The last one gives the words. */
  readonly execStarts: readonly Origin[]
  /** Why systemd refuses to load the unit, or to start it because an environment file is missing. */
  readonly refusal?: ServiceProblem
  /** What systemd warns about and passes over. */
  readonly problems: readonly ServiceProblem[]
  readonly environment: ReadonlyMap<string, {readonly value: string; readonly source: Source}>
  readonly environmentFiles: readonly NamedEnvironmentFile[]
  /** Variables the command names that nothing sets. */
  readonly unset: readonly string[]
  /** PATH of the running process where it may be read, else what the next start gets. */
  readonly path: SearchPath
  /** The service's process, with the variables it was started with; undefined where none runs or none can be seen. */
  readonly process?: Process & {readonly environment: Reading<ReadonlyMap<string, string>>}
}

/** A service's command, or why there is none. */
export type ServiceCommandResult =
  | ServiceCommand
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'masked'; readonly reason: string; readonly source: Origin}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Works out what a unit's `ExecStart=` runs: `probe.once(serviceCommand, 'kubelet.service')`. */
export async function serviceCommand(probe: Probe, unitName: string): Promise<ServiceCommandResult> {
  const found = await probe.once(unit, unitName)
  if (found.state === 'masked') return {state: 'masked', reason: `${unitName} is masked`, source: found.source}
  if (found.state !== 'found') return found
  const specifiers = new Map([...unitSpecifiers(found.name), ['H', probe.hostName], ['h', '/root'], ['u', 'root']])
  const [defaults, files] = await Promise.all([
    probe.once(defaultEnvironment),
    readEnvironmentFiles(probe, unitValues(found, 'Service', 'EnvironmentFile'), specifiers),
  ])
  if (defaults.state === 'unknown') return defaults
  if (files.state === 'unknown') return files
  const own = readEnvironment(unitValues(found, 'Service', 'Environment'), specifiers)
  const effective = effectiveEnvironment([...defaults.variables, ...own.variables], files.variables)
  const exec = readExecStart(found)
  const command = exec.commands.at(-1)
  const {words, unset} = command ? expandCommand(command, specifiers, effective.variables) : {words: [], unset: []}
  const environment = environmentOf(effective)
  const process = command && (await mainProcess(probe, found.name, words[0]?.text ?? ''))
  const refusal = exec.refusal ?? missingFile(files.files)
  const running = process?.environment.state === 'read' ? process.environment : undefined
  const runningPath = running?.value.get('PATH')
  const path = environment.get('PATH')
  return {
    state: 'found',
    unit: found,
    words,
    execStarts: exec.commands.map(({place}) => placeOrigin(place)),
    ...(refusal ? {refusal} : {}),
    problems: [
      ...[...found.problems, ...own.problems].map(({message, ...place}) => ({message, source: placeOrigin(place)})),
      ...files.problems,
    ],
    environment,
    environmentFiles: files.files,
    unset,
    path:
      running && runningPath !== undefined
        ? searchPath(runningPath, running.source)
        : path
          ? searchPath(path.value, path.source)
          : await defaultServicePath(probe),
    ...(process ? {process} : {}),
  }
}

function readExecStart(found: FoundUnit): {commands: readonly ExecCommand[]; refusal?: ServiceProblem} {
  const read = unitValues(found, 'Service', 'ExecStart').map(splitExec)
  const commands = read.flatMap((value) => value.commands)
  const problem = read.find((value) => value.problem !== undefined)?.problem
  const type = unitValue(found, 'Service', 'Type')?.value ?? 'simple'
  const refuse = (message: string, source: Origin) => ({commands, refusal: {message, source}})
  if (found.broken) return refuse(found.broken.message, placeOrigin(found.broken))
  if (problem) return refuse(problem.message, placeOrigin(problem.place))
  const last = commands.at(-1)
  if (!last) return refuse('Service has no ExecStart= setting. Refusing.', {kind: 'file', path: found.path})
  if (commands.length === 1 || type === 'oneshot') return {commands}
  const message =
    'Service has more than one ExecStart= setting, which is only allowed for Type=oneshot services. Refusing.'
  return refuse(message, placeOrigin(last.place))
}

function expandCommand(
  command: ExecCommand,
  specifiers: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, EnvironmentVariable>,
): {words: readonly ServiceWord[]; unset: readonly string[]} {
  const program = {text: expandSpecifiers(command.program, specifiers).text, source: placeOrigin(command.place)}
  const plain = command.words.map(({text, source}) => ({text: expandSpecifiers(text, specifiers).text, source}))
  if (command.prefixes.includes(':')) {
    return {words: [program, ...plain.map(({text, source}) => ({text, source: placeOrigin(source)}))], unset: []}
  }
  const expanded = expandVariables(plain, variables)
  const words = expanded.words.map(({text, source, via}) => ({
    text,
    source: placeOrigin(source),
    ...(via ? {via: placeOrigin(via)} : {}),
  }))
  return {words: [program, ...words], unset: expanded.unset}
}

function environmentOf({
  variables,
  overridden,
}: ReturnType<typeof effectiveEnvironment>): ServiceCommand['environment'] {
  return new Map(
    [...variables].map(([name, variable]) => {
      const losers = overridden.filter((loser) => loser.name === name).reverse()
      const overrode = losers.map((loser) => ({value: loser.value, source: placeOrigin(loser)}))
      const source: Source = overrode.length > 0 ? {...placeOrigin(variable), overrode} : placeOrigin(variable)
      return [name, {value: variable.value, source}]
    }),
  )
}

function missingFile(files: readonly NamedEnvironmentFile[]): ServiceProblem | undefined {
  const missing = files.find(({isMissing, isOptional}) => isMissing && !isOptional)
  if (!missing) return undefined
  return {
    message: `Failed to load environment files: ${missing.path}: No such file or directory`,
    source: missing.source,
  }
}

/** The oldest process of the program in the unit's control group. */
async function mainProcess(probe: Probe, unitName: string, program: string): Promise<ServiceCommand['process']> {
  if (probe.mode === 'root') return undefined
  const candidates = processesNamed(await probe.once(processes), program.slice(program.lastIndexOf('/') + 1))
  for (const candidate of candidates) {
    const group = await processCgroup(probe, candidate.pid)
    if (group.state !== 'read' || !group.value.split('/').includes(unitName)) continue
    return {...candidate, environment: await processEnvironment(probe, candidate.pid)}
  }
  return undefined
}
