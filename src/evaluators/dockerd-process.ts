import type {Probe} from '../facts/probe.ts'
import type {Unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {argumentsGap, leadingWords, processCgroup, processes, processesNamed} from './processes.ts'
import type {ServiceWord} from './service-command.ts'

/** The running dockerd of the host itself and its command line. */
export interface DockerdProcess {
  readonly pid: number
  readonly words: readonly ServiceWord[]
  /** Why the words are not its arguments. */
  readonly gap: Unknown | undefined
  readonly source: Origin
}

/** Finds the running dockerd; those inside containers and snaps are other instances. Undefined where none is seen. */
export async function dockerdProcess(probe: Probe): Promise<DockerdProcess | undefined> {
  if (probe.mode === 'root') return undefined
  const all = await probe.once(processes)
  const candidates = names.flatMap((name) => processesNamed(all, name))
  const found: (DockerdProcess & {readonly group: string})[] = []
  for (const candidate of candidates) {
    const {pid, argv} = candidate
    const [program, first] = leadingWords(candidate)
    const isDaemon = /dockerd[^/]*$/.test(program) || /^(daemon|-d|--daemon)$/.test(first)
    const reading = isDaemon ? await processCgroup(probe, pid) : undefined
    const group = reading?.state === 'read' ? reading.value : ''
    if (!isDaemon || elsewhere.test(group) || program.startsWith('/snap/')) continue
    const source: Origin = {kind: 'file', path: `/proc/${pid}/cmdline`}
    found.push({pid, words: argv.map((text) => ({text, source})), gap: argumentsGap(candidate), source, group})
  }
  return found.find(({group}) => group.endsWith('/docker.service')) ?? found[0]
}

const names = ['dockerd', 'dockerd-current', 'dockerd-latest', 'docker', 'docker-current', 'docker-latest']

/** Control groups of containers, of user sessions with a rootless daemon, and of snaps. */
const elsewhere =
  /kubepods|\/docker[-/][0-9a-f]{12}|\/[0-9a-f]{64}|libpod|\/crio-|cri-containerd|\/lxc|user\.slice|\/snap\./
