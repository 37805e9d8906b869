import type {Probe, Reading} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {shellCalls} from '../text/shell-calls.ts'
import {splitExec} from '../text/systemd-exec.ts'
import {unitValues} from '../text/systemd-merge.ts'
import {readUdevRuns} from '../text/udev-rules.ts'
import {readConfDirectories} from './conf-directories.ts'
import {type FoundUnit, placeOrigin, type UnitResult, unit} from './unit.ts'
import {unitDirectories} from './unit-directories.ts'

/**
 * A program that a unit of this host calls, as it is written. `caller` names the unit, or the file of the udev rules that call
 * it, which belong to none.
 */
export interface HostCall {
  readonly program: string
  readonly caller: string
  readonly unit: string
  readonly isInScript: boolean
  readonly source: Origin
}

/**
 * What the administrator's units, those of Kubernetes and container software, and the scripts they run call. Scripts of
 * NetworkManager's dispatcher and rc.local count as their services'; programs a script looks for first are left out.
 */
export async function hostCalls(probe: Probe): Promise<readonly HostCall[]> {
  const [names, scripts, ofUdev] = await Promise.all([unitNames(probe), ownScripts(probe), udevCalls(probe)])
  const found = await Promise.all([
    ...names.map((name) => callsOfUnit(probe, name)),
    ...scripts.map(({path, service}) => callsOfScript(probe, path, service)),
  ])
  return [...found.flat(), ...ofUdev]
}

/** Why there may be more of these calls: a unit, script or file of rules that cannot be read. */
export async function hostCallsGap(probe: Probe): Promise<Unknown | undefined> {
  const {gap} = await probe.once(unitDirectories)
  if (gap) return unknown(gap.reason, gap.source)
  const units = await Promise.all((await unitNames(probe)).map((name) => probe.once(unit, name)))
  const scripts = [...units.flatMap(scriptsOf), ...(await ownScripts(probe)).map(({path}) => path)]
  const texts = await Promise.all(scripts.map((path) => probe.readHead(path, 2)))
  const wholes = await Promise.all(
    scripts.filter((_, index) => isScript(texts[index])).map((path) => probe.readFile(path)),
  )
  const udev = await readConfDirectories(probe, udevDirectories, '.rules')
  const hidden = [...units, ...texts, ...wholes, udev].find(({state}) => state === 'unknown' || state === 'unreadable')
  if (!hidden || !('reason' in hidden) || !('source' in hidden)) return undefined
  return unknown(
    hidden.state === 'unreadable' && hidden.source.kind === 'file'
      ? `${hidden.source.path} ${hidden.reason}`
      : hidden.reason,
    hidden.source,
  )
}

async function callsOfUnit(probe: Probe, name: string): Promise<readonly HostCall[]> {
  const found = await probe.once(unit, name)
  if (found.state !== 'found') return []
  const own = commandsOf(found).flatMap(({program, words, place}): HostCall[] => {
    const source = placeOrigin(place)
    return calledBy(
      program,
      words.map(({text}) => text),
    ).map((called) => ({
      program: called,
      caller: found.name,
      unit: found.name,
      isInScript: false,
      source,
    }))
  })
  const inScripts = await Promise.all(scriptsOf(found).map((file) => callsOfScript(probe, file, found.name)))
  return [...own, ...inScripts.flat()]
}

function commandsOf(found: FoundUnit) {
  return execKeys.flatMap((key) => unitValues(found, 'Service', key).flatMap((value) => splitExec(value).commands))
}

/** The files that a unit's commands name and may run as scripts. */
function scriptsOf(found: UnitResult): readonly string[] {
  const commands = found.state === 'found' ? commandsOf(found) : []
  const words = commands.flatMap(({words}) => words.map(({text}) => text))
  const programs = commands.flatMap(({program, words: own}) =>
    calledBy(
      program,
      own.map(({text}) => text),
    ),
  )
  return [...new Set([...programs, ...words].filter((file) => isScriptPath(file)))].slice(0, maxScripts)
}

const isScript = (head: Reading<Uint8Array> | undefined): boolean =>
  head?.state === 'read' && Buffer.from(head.value).toString('latin1') === '#!'

async function callsOfScript(probe: Probe, file: string, service: string): Promise<readonly HostCall[]> {
  const head = await probe.readHead(file, 2)
  if (!isScript(head)) return []
  const text = await probe.readFile(file)
  if (text.state !== 'read') return []
  return shellCalls(text.value).map(({program, line}) => ({
    program,
    caller: service,
    unit: service,
    isInScript: true,
    source: {kind: 'file', path: file, line},
  }))
}

/** What the administrator's udev rules run. */
async function udevCalls(probe: Probe): Promise<readonly HostCall[]> {
  const read = await readConfDirectories(probe, udevDirectories, '.rules')
  if (read.state === 'unknown') return []
  return read.files.flatMap(({path: file, text}) =>
    readUdevRuns(text).flatMap(({command, line}) => {
      const source: Origin = {kind: 'file', path: file, line}
      const programs = shellCalls(command).flatMap(({program, words}) => calledBy(program, words))
      return programs.map((program) => ({program, caller: file, unit: '', isInScript: false, source}))
    }),
  )
}

/** A program, and where it is a shell what its arguments call. */
function calledBy(program: string, words: readonly string[]): readonly string[] {
  const inline = shells.has(baseName(program)) ? words.flatMap(shellCalls) : []
  return [program, ...inline.map((call) => call.program)]
}

/** Services that are written, changed or named like those of a node; what distributions package brings its own tools. */
async function unitNames(probe: Probe): Promise<readonly string[]> {
  const {directories} = await probe.once(unitDirectories)
  const names = directories.flatMap(({path, names: all}) =>
    [...all]
      .map((name) => name.replace(/\.d$/, ''))
      .filter((name) => name.endsWith('.service') && (own.test(path) || ofNodes.test(name))),
  )
  return [...new Set(names)].slice(0, maxUnits)
}

async function ownScripts(probe: Probe): Promise<readonly {path: string; service: string}[]> {
  const dispatcher = '/etc/NetworkManager/dispatcher.d'
  const listed = await probe.list(dispatcher)
  const paths = [
    ...rcLocal.map((path) => ({path, service: 'rc-local.service'})),
    ...(listed.state === 'read' ? listed.value : []).map((name) => ({
      path: `${dispatcher}/${name}`,
      service: 'NetworkManager-dispatcher.service',
    })),
  ]
  const statuses = await probe.status(
    paths.map(({path}) => path),
    {follow: true},
  )
  return paths.filter(({path}) => {
    const status = statuses.get(path)
    return status?.state === 'read' && status.value.type === 'file' && (status.value.mode & 0o111) !== 0
  })
}

/** A file a command may run as a script: not in the directories of packaged programs. */
function isScriptPath(word: string): boolean {
  return word.startsWith('/') && !/^\/(?:dev|proc|sys|run)\//.test(word) && !/[*?$%]/.test(word)
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const execKeys = [
  'ExecCondition',
  'ExecStartPre',
  'ExecStart',
  'ExecStartPost',
  'ExecReload',
  'ExecStop',
  'ExecStopPost',
]
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash'])
const own = /^\/(?:etc|run|usr\/local)\//
const ofNodes = /^(?:kube|docker|containerd|cri-|crio|flannel|weave|calico|cilium|k3s|rke2|k0s|cni|cbr0|bridge)/
const udevDirectories = ['/etc/udev/rules.d', '/run/udev/rules.d']
const rcLocal = ['/etc/rc.local', '/etc/rc.d/rc.local']
const maxUnits = 200
const maxScripts = 8
