import type {Fields, ValuesOf} from './fields.ts'
import type {Probe} from './probe.ts'
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
