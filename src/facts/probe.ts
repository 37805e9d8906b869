import type {Host} from '../host/host.ts'
import {boundedNames, boundedReads} from './bounds.ts'
import type {Probe} from './collector.ts'
import type {Told} from './told.ts'

export type {CommandResult, FileStatus, HardwareInventory, Reading} from '../host/host.ts'
export type {Evaluator, Probe} from './collector.ts'

/** A probe over a host that asks it for each thing only once. */
export function createProbe(host: Host, told: Told): Probe {
  const files: Kept = new Map()
  const heads: Kept = new Map()
  const lists: Kept = new Map()
  const answers: Kept = new Map()
  const evaluations = new Map<unknown, Kept>()
  const keptOf = (evaluate: unknown): Kept => {
    const known = evaluations.get(evaluate)
    if (known) return known
    const fresh: Kept = new Map()
    evaluations.set(evaluate, fresh)
    return fresh
  }
  const bounded = boundedReads()
  const probe: Probe = {
    mode: host.mode,
    hostName: host.name,
    told,
    now: () => host.now(),
    readFile: (path) => once(files, path, () => bounded(path, () => host.readFile(path))),
    readHead: (path, bytes) => once(heads, `${bytes}\0${path}`, () => bounded(path, () => host.readHead(path, bytes))),
    list: (path) => once(lists, path, async () => boundedNames(path, await host.list(path))),
    status: (paths, options) => host.status(paths, options),
    run: (argv, options) => once(answers, argv.join('\0'), () => host.run(argv, options)),
    hardware: () => once(keptOf(host), '', () => host.hardware()),
    once: (evaluate, ...args) =>
      once(keptOf(evaluate), args.length < 2 ? (args[0] ?? '') : args.join('\0'), () => evaluate(probe, ...args)),
    fact: (wanted) => once(keptOf(wanted), '', () => wanted.collect(probe)),
  }
  return probe
}

/** What was asked for, by the words that tell it from the rest. */
type Kept = Map<string, Promise<unknown>>

function once<T>(kept: Kept, key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key) as Promise<T> | undefined
  if (known) return known
  const fresh = ask()
  kept.set(key, fresh)
  return fresh
}
