import type {Source} from '../source.ts'

/** A value with the place that set it. */
export class Located<T> {
  readonly value: T
  readonly source: Source

  constructor(value: T, source: Source) {
    this.value = value
    this.source = source
  }
}

/** A value that applies but could not be determined, with the reason a person is told. */
export class Unknown {
  readonly reason: string
  readonly source: Source | undefined

  constructor(reason: string, source?: Source) {
    this.reason = reason
    this.source = source
  }
}

/** Nothing of the kind exists on this host, with the reason a person is told. */
export class Absent {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** What a collector may return for one leaf. */
export type Leaf<T> = T | Located<T> | Unknown

/** A value with the place that set it; without a place the bare value. */
export function at<T>(value: T, source: Source): Located<T>
export function at<T>(value: T, source: Source | undefined): T | Located<T>
export function at<T>(value: T, source: Source | undefined): T | Located<T> {
  return source === undefined ? value : new Located(value, source)
}

/** A leaf, record or whole fact that could not be determined. */
export const unknown = (reason: string, source?: Source): Unknown => new Unknown(reason, source)

/** A whole fact that this host has nothing of. */
export const absent = (reason: string): Absent => new Absent(reason)

/** The bare value of a leaf, or undefined where it is unknown. */
export function bare<T>(leaf: Leaf<T>): T | undefined {
  if (leaf instanceof Unknown) return undefined
  return leaf instanceof Located ? leaf.value : leaf
}

/** Where a leaf was set, if anywhere. */
export function sourceOf(leaf: unknown): Source | undefined {
  return leaf instanceof Located || leaf instanceof Unknown ? leaf.source : undefined
}
