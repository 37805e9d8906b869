import type {Host} from '../host/host.ts'
import type {Fields, ValuesOf} from './fields.ts'
import type {Told} from './told.ts'
import type {Absent, Unknown} from './value.ts'

/** The outcome of collecting a fact: its values, or that the host has nothing of the kind, or that we could not look. */
export type Collected<F extends Fields> = ValuesOf<F> | Absent | Unknown

/** One fact: its name in rules, its schema and how it is read. Holds no threshold and no opinion. */
export interface Collector<F extends Fields = Fields> {
  readonly name: string
  readonly about: string
  readonly fields: F
  collect(probe: Probe): Promise<Collected<F>>
}

/** Declares a collector, inferring the types of its values from its schema. */
export const collector = <const F extends Fields>(definition: Collector<F>): Collector<F> => definition

/** A shared evaluator: a pure function of what the probe reads, such as the effective systemd unit of a name. */
export type Evaluator<A extends readonly string[], T> = (probe: Probe, ...args: A) => Promise<T>

/**
 * What a collector sees of the machine: the host's readings, each made once, the evaluators and other facts, and what
 * the user said.
 */
export interface Probe
  extends Pick<Host, 'mode' | 'now' | 'readFile' | 'readHead' | 'list' | 'status' | 'run' | 'hardware'> {
  readonly hostName: string
  readonly told: Told
  /** The result of an evaluator, computed once for the same arguments. */
  once<A extends readonly string[], T>(evaluate: Evaluator<A, T>, ...args: A): Promise<T>
  /** Another fact, collected once. */
  fact<F extends Fields>(wanted: Collector<F>): Promise<Collected<F>>
}
