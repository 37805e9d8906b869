import type {Host} from '../host/host.ts'
import {boundedNames, boundedReads} from './bounds.ts'
import type {Probe} from './collector.ts'
import type {Told} from './told.ts'

export type {CommandResult, FileStatus, HardwareInventory, Reading} from '../host/host.ts'
export type {Evaluator, Probe} from './collector.ts'

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
  const bounded = boundedReads()
  const probe: Probe = {
    mode: host.mode,
    hostName: host.name,
    told,
    now: () => host.now(),
    readFile: (path) => memo(`file\0${path}`, () => bounded(path, () => host.readFile(path))),
    readHead: (path, bytes) => memo(`head\0${bytes}\0${path}`, () => bounded(path, () => host.readHead(path, bytes))),
    list: (path) => memo(`list\0${path}`, async () => boundedNames(path, await host.list(path))),
    status: (paths, options) => host.status(paths, options),
    run: (argv, options) => memo(`run\0${argv.join('\0')}`, () => host.run(argv, options)),
    hardware: () => memo('hardware', () => host.hardware()),
    once: (evaluate, ...args) => once(evaluate, args.join('\0'), () => evaluate(probe, ...args)),
    fact: (wanted) => once(wanted, '', () => wanted.collect(probe)),
  }
  return probe
}
