import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Unknown} from '../facts/value.ts'
import type {Overridden, Source} from '../source.ts'
import {declarationGap} from './declaration-gap.ts'
import {declaredRanges} from './declared-ranges.ts'
import {canonicalBlocks, namedRanges, type RangeDeclaration} from './range-declaration.ts'
import type {NamedRange} from './range-pairs.ts'

/** The ranges of pods and services: every declaration, those that count, and the ranges in force. */
export interface ClusterRangeSet {
  readonly declarations: readonly RangeDeclaration[]
  /** Those in force, or where none of a purpose is, the others of that purpose. */
  readonly counting: readonly RangeDeclaration[]
  /** Why there may be more of them. */
  readonly gap: Unknown | undefined
  readonly pods: Leaf<readonly string[]>
  readonly services: Leaf<readonly string[]>
}

/** Works out the ranges of pods and services from every declaration on this host. */
export async function clusterRangeSet(probe: Probe): Promise<ClusterRangeSet> {
  const [declarations, gap] = await Promise.all([probe.once(declaredRanges), probe.once(declarationGap)])
  const counting = (['pods', 'services'] as const).flatMap((purpose) => {
    const own = declarations.filter((declaration) => declaration.purpose === purpose)
    const inForce = own.filter(({isInForce}) => isInForce)
    return inForce.length > 0 ? inForce : own
  })
  const inForce = (purpose: string): Leaf<readonly string[]> => {
    const own = counting.filter((each) => each.purpose === purpose && each.basis !== 'assumed')
    const [first, ...rest] = own
    if (!first) return gap ?? []
    return at(canonicalBlocks(first), withLosers(first, rest))
  }
  return {declarations, counting, gap, pods: inForce('pods'), services: inForce('services')}
}

/** The blocks of the declarations that count for a purpose, each block once; what is only assumed is left out. */
export function countedRanges(set: ClusterRangeSet, ...purposes: readonly string[]): readonly NamedRange[] {
  const declarations = set.counting.filter(({purpose, basis}) => purposes.includes(purpose) && basis !== 'assumed')
  const ranges = namedRanges(declarations)
  const written = ranges.filter(({source}) => source?.kind === 'file')
  return [...written, ...ranges.filter((range) => !written.includes(range))]
}

function withLosers({source, ...winner}: RangeDeclaration, rest: readonly RangeDeclaration[]): Source {
  const value = canonicalBlocks({source, ...winner}).join()
  const losers = rest
    .filter((other) => canonicalBlocks(other).join() !== value)
    .map((other): Overridden => ({value: other.text, source: withoutLosers(other.source)}))
  return losers.length > 0 ? {...withoutLosers(source), overrode: losers} : source
}

function withoutLosers({overrode: _, ...origin}: Source): Overridden['source'] {
  return origin
}
