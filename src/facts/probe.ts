import type {
  CommandResult,
  FileStatus,
  HardwareInventory,
  Host,
  HostMode,
  Reading,
  RunOptions,
  StatusOptions,
} from '../host/host.ts'
import type {Collected, Collector} from './collector.ts'
import type {Fields} from './fields.ts'
import type {Told} from './told.ts'

export type {CommandResult, FileStatus, HardwareInventory, Reading} from '../host/host.ts'

/** A shared evaluator: a pure function of what the probe reads, such as the effective systemd unit of a name. */
export type Evaluator<A extends readonly string[], T> = (probe: Probe, ...args: A) => Promise<T>

/**
 * What a collector sees of the machine: the host's readings, each made once, the evaluators and other facts, and what
 * the user said.
 */
export interface Probe {
  readonly mode: HostMode
  readonly hostName: string
  readonly told: Told
  now(): number
  readFile(path: string): Promise<Reading<string>>
  readHead(path: string, bytes: number): Promise<Reading<Uint8Array>>
  list(path: string): Promise<Reading<readonly string[]>>
  status(paths: readonly string[], options?: StatusOptions): Promise<ReadonlyMap<string, Reading<FileStatus>>>
  run(argv: readonly string[], options?: RunOptions): Promise<Reading<CommandResult>>
  hardware(): Promise<Reading<HardwareInventory>>
  /** The result of an evaluator, computed once for the same arguments. */
  once<A extends readonly string[], T>(evaluate: Evaluator<A, T>, ...args: A): Promise<T>
  /** Another fact, collected once. */
  fact<F extends Fields>(wanted: Collector<F>): Promise<Collected<F>>
}

/** A probe over a host that asks it for each thing only once. */
export function createProbe(host: Host, told: Told): Probe {
  const readings = new Map<string, Promise<unknown>>()
  const evaluations = new Map<unknown, Map<string, Promise<unknown>>>()
  const memo = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = readings.get(key) as Promise<T> | undefined
    if (known) return known
    const reading = read()
    readings.set(key, reading)
    return reading
  }
  const evaluationsOf = (evaluate: unknown): Map<string, Promise<unknown>> => {
    const known = evaluations.get(evaluate)
    if (known) return known
    const fresh = new Map<string, Promise<unknown>>()
    evaluations.set(evaluate, fresh)
    return fresh
  }
  const once = <T>(evaluate: unknown, key: string, run: () => Promise<T>): Promise<T> => {
    const results = evaluationsOf(evaluate)
    const known = results.get(key) as Promise<T> | undefined
    if (known) return known
    const result = run()
    results.set(key, result)
    return result
  }
  const probe: Probe = {
    mode: host.mode,
    hostName: host.name,
    told,
    now: () => host.now(),
    readFile: (path) => memo(`file\0${path}`, () => host.readFile(path)),
    readHead: (path, bytes) => memo(`head\0${bytes}\0${path}`, () => host.readHead(path, bytes)),
    list: (path) => memo(`list\0${path}`, () => host.list(path)),
    status: (paths, options) => host.status(paths, options),
    run: (argv, options) => memo(`run\0${argv.join('\0')}`, () => host.run(argv, options)),
    hardware: () => memo('hardware', () => host.hardware()),
    once: (evaluate, ...args) => once(evaluate, args.join('\0'), () => evaluate(probe, ...args)),
    fact: (wanted) => once(wanted, '', () => wanted.collect(probe)),
  }
  return probe
}
