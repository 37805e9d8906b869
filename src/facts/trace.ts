import type {Source} from '../source.ts'

/** One leaf of a fact that an expression read. */
export interface Read {
  /** The path of the leaf, as in `docker.ipMasq` or `cluster.ranges[2].cidr`. */
  readonly fact: string
  readonly value: unknown
  readonly source: Source | undefined
}

/** The leaves read since recording began, by path. */
export type Reads = ReadonlyMap<string, Read>

/** Collects what expressions read. Evaluation is synchronous, so one recorder serves all of them in turn. */
export class Tracer {
  #reads = new Map<string, Read>()

  /** Notes a leaf that was read. */
  note(fact: string, value: unknown, source: Source | undefined): void {
    this.#reads.set(fact, {fact, value, source})
  }

  /** Runs an evaluation and returns what it read along with its result or its exception. */
  record<T>(evaluate: () => T): {
    readonly outcome: {ok: true; value: T} | {ok: false; error: unknown}
    readonly reads: Reads
  } {
    const outer = this.#reads
    const reads = new Map<string, Read>()
    this.#reads = reads
    try {
      return {outcome: {ok: true, value: evaluate()}, reads}
    } catch (error) {
      return {outcome: {ok: false, error}, reads}
    } finally {
      this.#reads = outer
    }
  }
}
