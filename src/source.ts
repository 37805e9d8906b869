/**
 * Where a value was read. `overrode` lists, strongest first, the places that said something else and lost.
 * Lines count from 1.
 */
export type Source = Origin & {readonly overrode?: readonly Overridden[]}

/** One place a value can come from: the host's files and commands, what the user told us, or a component's default. */
export type Origin =
  | {readonly kind: 'file'; readonly path: string; readonly line?: number}
  | {readonly kind: 'command'; readonly argv: readonly string[]; readonly line?: number}
  | {readonly kind: 'flag' | 'config'; readonly name: string}
  | {readonly kind: 'default'; readonly of: string}

/** A value that a stronger place overrode, with the place it was set. */
export interface Overridden {
  readonly value: unknown
  readonly source: Origin
}
