import type {Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type Cidr, contains, overlaps} from '../text/cidr.ts'

/** A range in a comparison: what it is called, who set it, and where. */
export interface NamedRange {
  /** What people call it, as in `kube-proxy --cluster-cidr` or `eth0`. */
  readonly name: string
  readonly by: string
  readonly purpose: string
  readonly cidr: Cidr
  /** The range as written. */
  readonly text: string
  readonly source: Source | undefined
}

/** Two ranges of one family and how they lie to each other. */
export interface RangePair {
  readonly first: NamedRange
  readonly second: NamedRange
  readonly overlaps: boolean
  /** The first holds all of the second. */
  readonly contains: boolean
  /** The second holds all of the first. */
  readonly isContained: boolean
}

/** Pairs of ranges, or why one side of them could not be known. */
export type Pairs = readonly RangePair[] | Unknown

/** Compares every range of one list with every range of the other, families apart; the same two blocks only once. */
export function pairsOf(firsts: readonly NamedRange[], seconds: readonly NamedRange[]): readonly RangePair[] {
  const seen = new Set<string>()
  return firsts.flatMap((first) =>
    seconds.flatMap((second) => {
      const key = `${first.purpose} ${first.cidr.canonical} ${second.purpose} ${second.cidr.canonical}`
      if (first === second || first.cidr.family !== second.cidr.family || seen.has(key)) return []
      seen.add(key)
      return [comparison(first, second)]
    }),
  )
}

/** Compares every range of a list with those after it, families apart. */
export function pairsWithin(ranges: readonly NamedRange[]): readonly RangePair[] {
  return ranges.flatMap((first, index) =>
    ranges
      .slice(index + 1)
      .filter((second) => second.cidr.family === first.cidr.family)
      .map((second) => comparison(first, second)),
  )
}

/** Pairs whose ranges may not all be seen: those that are decide where they overlap, else it is not known. */
export function unlessUnseen(pairs: readonly RangePair[], gap: Unknown | undefined): Pairs {
  return gap === undefined || pairs.some(({overlaps}) => overlaps) ? pairs : gap
}

function comparison(first: NamedRange, second: NamedRange): RangePair {
  return {
    first,
    second,
    overlaps: overlaps(first.cidr, second.cidr),
    contains: contains(first.cidr, second.cidr),
    isContained: contains(second.cidr, first.cidr),
  }
}
