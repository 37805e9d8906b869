import type {Probe} from '../facts/probe.ts'
import {Located, Unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {componentVersion} from '../text/component-version.ts'
import {type ParsedFlags, parsePflag} from '../text/go-flags.ts'
import type {Version} from '../text/version.ts'
import {installedVersion} from './component-version.ts'
import {dockerdFlags} from './dockerd-flags.ts'
import {type DockerdProcess, dockerdProcess} from './dockerd-process.ts'
import {dockerdScriptWords} from './dockerd-script.ts'
import {programArguments} from './program-arguments.ts'
import {type ServiceCommand, type ServiceWord, serviceCommand} from './service-command.ts'

/** The arguments dockerd gets, as its flags. `isWrapped`: a script or shell that we do not follow may add others. */
export interface DockerdArguments {
  readonly words: readonly ServiceWord[]
  readonly flags: ParsedFlags<Origin>
  readonly isWrapped: boolean
}

/**
 * How dockerd is started: what the next start gets (of docker.service, else of the running process or an init script) and
 * what runs.
 * `service` is undefined where no unit starts it.
 */
export interface DockerdCommand {
  readonly state: 'found'
  readonly version: Located<Version> | Unknown
  readonly planned: DockerdArguments
  readonly service?: ServiceCommand
  /** Why what the unit says could not be read, so that the running process stands for it. */
  readonly unitGap?: Unknown
  readonly process?: DockerdProcess
  readonly running?: DockerdArguments
  /** Why the arguments of the running process cannot be told. */
  readonly unread?: Unknown
}

/** The command line of dockerd, or that there is none. */
export type DockerdCommandResult =
  | DockerdCommand
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Works out the arguments of the host's own dockerd; one inside a container or a snap is another instance. */
export async function dockerdCommand(probe: Probe): Promise<DockerdCommandResult> {
  const [service, process, version] = await Promise.all([
    probe.once(serviceCommand, 'docker.service'),
    probe.once(dockerdProcess),
    probe.once(dockerdVersion),
  ])
  const table = dockerdFlags(version instanceof Unknown ? undefined : version.value)
  const read = ({words, isWrapped}: FoundWords) => ({words, isWrapped, flags: parsePflag(words, table)})
  const runningWords = process && !process.gap && dockerdWords(process.words, new Map())
  const running = runningWords && read(runningWords)
  const unread = process?.gap
  const live = process && running ? {process, running} : process && unread ? {process, unread} : {}
  if (service.state === 'found') {
    const words = dockerdWords(service.words, service.environment)
    if (words && !(await isProgramMissing(probe, service))) {
      const isWrapped = words.isWrapped || (await isScript(probe, service))
      return {state: 'found', version, planned: read({...words, isWrapped}), service, ...live}
    }
    if (running) return {state: 'found', version, planned: {...running, isWrapped: true}, service, ...live}
    if (unread) return {state: 'unknown', reason: unread.reason, source: process.source}
    const program = service.words[0]?.text ?? ''
    const source = service.words[0]?.source ?? {kind: 'file', path: service.unit.path}
    if (words) return {state: 'absent', reason: `Docker is not installed: ${program} is not there`}
    return {state: 'unknown', reason: `docker.service starts ${program || 'nothing'}, which is not followed`, source}
  }
  const unitGap = service.state === 'unknown' ? {unitGap: new Unknown(service.reason, service.source)} : {}
  if (running) return {state: 'found', version, planned: running, ...unitGap, ...live}
  if (unread) return {state: 'unknown', reason: unread.reason, source: process.source}
  if (service.state === 'unknown') return service
  const scripted = service.state === 'absent' ? await dockerdScriptWords(probe) : undefined
  if (scripted) return {state: 'found', version, planned: read({words: scripted, isWrapped: true})}
  return {state: 'absent', reason: service.state === 'masked' ? service.reason : 'Docker is not installed'}
}

/** Old CoreOS starts dockerd by a script of that name, which adds flags. */
async function isScript(probe: Probe, {words}: ServiceCommand): Promise<boolean> {
  const head = await probe.readHead(words[0]?.text ?? '', 2)
  return head.state === 'read' && String.fromCharCode(...head.value) === '#!'
}

/** Removing the package may leave a unit that an administrator wrote. */
async function isProgramMissing(probe: Probe, {words}: ServiceCommand): Promise<boolean> {
  const path = words[0]?.text ?? ''
  const status = (await probe.status([path], {follow: true})).get(path)
  const isDaemon = daemonNames.includes(path.slice(path.lastIndexOf('/') + 1))
  return isDaemon && status?.state === 'absent'
}

/** The version of the daemon; before 1.12 daemon and client were one program. */
async function dockerdVersion(probe: Probe): Promise<Located<Version> | Unknown> {
  const version = await probe.once(installedVersion, 'dockerd')
  if (!(version instanceof Unknown)) return version
  const answer = await probe.run(['docker', '--version'])
  const told = answer.state === 'read' ? componentVersion('docker', answer.value.stdout) : undefined
  return told && answer.state === 'read' ? new Located(told, answer.source) : version
}

interface FoundWords {
  readonly words: readonly ServiceWord[]
  readonly isWrapped: boolean
}

/** The words behind dockerd's name on a command line; undefined when it does not name dockerd. */
function dockerdWords(
  words: readonly ServiceWord[],
  environment: ServiceCommand['environment'],
): FoundWords | undefined {
  for (const name of daemonNames) {
    const found = programArguments(words, name)
    if (!found) continue
    const isDaemon = name.startsWith('dockerd') || /^(daemon|-d|--daemon)$/.test(found[0]?.text ?? '')
    if (!isDaemon) continue
    const count = name.startsWith('dockerd') ? found.length : found.length - 1
    const isDirect = found.at(-1) === words.at(-1)
    if (isDirect) return {words: count === 0 ? [] : words.slice(-count), isWrapped: false}
    return {words: found.slice(found.length - count).flatMap((word) => expand(word, environment)), isWrapped: false}
  }
  return undefined
}

/** The daemon's program by release and distribution; before 1.12 it was `docker daemon`, before 1.8 `docker -d`. */
const daemonNames = ['dockerd', 'dockerd-current', 'dockerd-latest', 'docker', 'docker-current', 'docker-latest']

/** A variable inside a shell's script, split as the shell does. */
function expand(word: ServiceWord, environment: ServiceCommand['environment']): readonly ServiceWord[] {
  const name = /^\$\{?(\w+)\}?$/.exec(word.text)?.[1]
  const variable = name === undefined ? undefined : environment.get(name)
  if (name === undefined) return [word]
  const texts = variable?.value.split(/\s+/).filter((text) => text !== '') ?? []
  return texts.map((text) => ({text, source: variable?.source ?? word.source, via: word.source}))
}
