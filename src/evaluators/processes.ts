import type {Probe, Reading} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {parseProcCmdline} from '../text/proc-cmdline.ts'

/**
 * A running process. `argv` is empty for kernel threads and where a program erased it. `comm` is at most 15 bytes: the
 * program's file name, or what the kernel calls a process without arguments, read for those only to keep the list cheap.
 */
export interface Process {
  readonly pid: number
  readonly comm: string
  readonly argv: readonly string[]
}

/** The processes of the machine by pid, or why they could not be listed. */
export type Processes =
  | {readonly state: 'read'; readonly processes: readonly Process[]; readonly source: Origin}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Lists what runs on the machine from /proc: `probe.once(processes)`. Processes that end meanwhile are left out. */
export async function processes(probe: Probe): Promise<Processes> {
  const source: Origin = {kind: 'file', path: '/proc'}
  if (probe.mode === 'root') return {state: 'unknown', reason: 'a mounted root file system runs no processes', source}
  const listed = await probe.list('/proc')
  if (listed.state === 'absent') return {state: 'unknown', reason: '/proc is not there', source}
  if (listed.state === 'unreadable') return {state: 'unknown', reason: `/proc ${listed.reason}`, source}
  const pids = listed.value.filter((name) => /^\d+$/.test(name)).map(Number)
  if (pids.length === 0) return {state: 'unknown', reason: '/proc shows no processes', source}
  const found = await Promise.all(pids.sort((a, b) => a - b).map((pid) => readProcess(probe, pid)))
  const hidden = found.find((process) => process !== undefined && 'state' in process)
  if (hidden) return hidden
  return {state: 'read', processes: found.filter((process) => process !== undefined && 'pid' in process), source}
}

/**
 * The processes that run a program of this file name, by their argv or, where that is erased, by their comm. Programs that
 * rewrite their title, as k3s does, leave all words in the first argument.
 */
export function processesNamed(all: Processes, name: string): readonly Process[] {
  if (all.state !== 'read') return []
  return all.processes.filter(({argv, comm}) => {
    const program = argv[0]?.split(' ')[0]
    return program ? baseName(program) === name : comm === name.slice(0, 15)
  })
}

/** Whether a process of hyperkube, all of Kubernetes in one program, is a kubelet. */
export const isHyperkubelet = (process: Process): boolean =>
  process.argv.includes('kubelet') || leadingWords(process)[1] === 'kubelet'

/** The program and the first argument of a process, also where all words are left in the first argument. */
export function leadingWords({argv}: Process): readonly [program: string, first: string] {
  const [program = '', first = ''] = argv.length === 1 ? (argv[0] ?? '').split(' ') : argv
  return [program, first]
}

/** Why the arguments of a process cannot be told: in a title, and where a collection of the host lists it, blanks part them as well as words in them. */
export function argumentsGap({pid, argv}: Process): Unknown | undefined {
  const path = `/proc/${pid}/cmdline`
  const isTitle = argv.length === 1 && argv[0]?.includes(' ')
  return isTitle ? unknown(`${path} does not part arguments from words in them`, {kind: 'file', path}) : undefined
}

/**
 * The control group of a process: its path in the unified hierarchy, or in that of systemd under version 1, as in
 * `/system.slice/kubelet.service`.
 */
export async function processCgroup(probe: Probe, pid: number): Promise<Reading<string>> {
  const reading = await probe.readFile(`/proc/${pid}/cgroup`)
  if (reading.state !== 'read') return reading
  const path = /^\d+:name=systemd:(.*)$/m.exec(reading.value)?.[1] ?? /^0::(.*)$/m.exec(reading.value)?.[1]
  return path === undefined
    ? {state: 'unreadable', reason: 'names no group of systemd or of version 2', source: reading.source}
    : {...reading, value: path}
}

/** The variables a process was started with; only root may read those of others. */
export async function processEnvironment(probe: Probe, pid: number): Promise<Reading<ReadonlyMap<string, string>>> {
  const reading = await probe.readFile(`/proc/${pid}/environ`)
  if (reading.state !== 'read') return reading
  const pairs = reading.value.split('\0').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=')
    return equals > 0 ? [[pair.slice(0, equals), pair.slice(equals + 1)]] : []
  })
  return {...reading, value: new Map(pairs)}
}

/** The SELinux or AppArmor label a process runs under. */
export async function processLabel(probe: Probe, pid: number): Promise<Reading<string>> {
  const reading = await probe.readFile(`/proc/${pid}/attr/current`)
  return reading.state === 'read' ? {...reading, value: reading.value.replace(/[\0\n]+$/, '')} : reading
}

/**
 * When a process started, in milliseconds since 1970: boot time plus its start in clock ticks, of which every
 * architecture Kubernetes supports has 100 a second (proc(5)).
 */
export async function processStartMs(probe: Probe, pid: number): Promise<Reading<number>> {
  const [stat, boot] = await Promise.all([probe.readFile(`/proc/${pid}/stat`), probe.readFile('/proc/stat')])
  if (stat.state !== 'read') return stat
  if (boot.state !== 'read') return boot
  const ticks = Number(stat.value.slice(stat.value.lastIndexOf(')') + 2).split(' ')[19])
  const bootSeconds = Number(/^btime (\d+)$/m.exec(boot.value)?.[1])
  const startMs = bootSeconds * 1000 + ticks * 10
  return Number.isFinite(startMs)
    ? {...stat, value: startMs}
    : {state: 'unreadable', reason: 'is not laid out as proc(5) says', source: stat.source}
}

/** Undefined where it ended meanwhile; unknown where /proc is mounted with hidepid, which hides who else runs. */
async function readProcess(
  probe: Probe,
  pid: number,
): Promise<Process | (Processes & {readonly state: 'unknown'}) | undefined> {
  const cmdline = await probe.readFile(`/proc/${pid}/cmdline`)
  const argv = cmdline.state === 'read' ? parseProcCmdline(cmdline.value) : []
  const program = argv[0]?.split(' ')[0]
  if (program) return {pid, comm: baseName(program).slice(0, 15), argv}
  if (cmdline.state === 'unreadable') {
    return {state: 'unknown', reason: `/proc/${pid}/cmdline ${cmdline.reason}`, source: cmdline.source}
  }
  const comm = await probe.readFile(`/proc/${pid}/comm`)
  return comm.state === 'read' ? {pid, comm: comm.value.replace(/\n$/, ''), argv} : undefined
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
