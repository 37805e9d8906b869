import {at, bare, type Leaf, Unknown} from '../facts/value.ts'
import {addressSpace} from '../text/address-space.ts'
import {parseCidr} from '../text/cidr.ts'
import type {ClusterRangeSet} from './cluster-range-set.ts'
import {blocksOf, canonicalBlocks, type DeclaredBlock, type RangeDeclaration} from './range-declaration.ts'
import type {NamedRange, Pairs, RangePair} from './range-pairs.ts'

/** The pairs as items of a fact; a list that could not be made stays unknown. */
export function pairItems(pairs: Pairs) {
  return pairs instanceof Unknown ? pairs : pairs.map(pairItem)
}

function pairItem({first, second, ...relation}: RangePair) {
  return {
    name: `${first.purpose} ${first.text} / ${second.purpose} ${second.text}`,
    first: at(first.text, first.source),
    firstName: first.name,
    firstBy: first.by,
    firstPurpose: first.purpose,
    second: at(second.text, second.source),
    secondName: at(second.name, second.source),
    secondBy: second.by,
    secondPurpose: second.purpose,
    ...relation,
  }
}

/** A block of a declaration as an item of `cluster.ranges`. */
export function declaredItem({declaration, text, cidr, problem}: DeclaredBlock) {
  const {name, by, purpose, source, isInForce, basis} = declaration
  return {
    ...rangeItem({name, by, purpose, text, source, ...(cidr ? {cidr} : {})}),
    isValid: problem === '',
    problem,
    isInForce,
    basis,
  }
}

/** A range that the host has or a component takes by itself, as an item of `cluster.ranges`. */
export function foundItem(range: NamedRange) {
  return {...rangeItem(range), problem: '', isInForce: true, basis: 'set'}
}

function rangeItem(range: Omit<NamedRange, 'cidr'> & Partial<Pick<NamedRange, 'cidr'>>) {
  const {name, by, purpose, cidr, text, source} = range
  const space = cidr && addressSpace(cidr)
  return {
    name: `${purpose} ${text} (${name})`,
    declaredAs: name,
    declaredBy: by,
    purpose,
    cidr: at(text, source),
    network: cidr?.canonical ?? '',
    family: cidr?.family ?? 0,
    prefix: cidr?.prefix ?? 0,
    isValid: cidr !== undefined,
    hasHostBits: cidr?.hasHostBits ?? false,
    hasLeadingZeros: cidr?.hasLeadingZeros ?? false,
    space: space?.space ?? '',
    spaceName: space?.label ?? '',
  }
}

/**
 * The lists of pod or service ranges that must say the same, compared with the strongest of them in order; plugins that
 * allocate from pools of their own need not. Where there may be more, those known of a purpose decide when they differ.
 */
export function declarationItems({counting, gap}: ClusterRangeSet) {
  const lists = (['pods', 'services'] as const).map((purpose) => itemsFor(counting, purpose))
  const alike = gap ? lists.filter((items) => items.every(({agrees}) => agrees)) : []
  if (gap && (alike.length === lists.length || alike.some(({length}) => length < 2))) return gap
  return lists.flatMap((items) =>
    items.map((item) => ({...item, agrees: gap && alike.includes(items) ? gap : item.agrees})),
  )
}

function itemsFor(counting: readonly RangeDeclaration[], purpose: 'pods' | 'services') {
  const lists = counting.filter((each) => each.purpose === purpose && each.basis !== 'assumed' && !hasOwnPools(each))
  const [reference] = lists
  if (!reference) return []
  return lists.map((declaration) => {
    const families = blocksOf(declaration).flatMap(({cidr}) => (cidr ? [cidr.family] : []))
    return {
      name: `${declaration.name} ${declaration.text}`,
      declaredAs: declaration.name,
      declaredBy: declaration.by,
      purpose,
      text: at(declaration.text, declaration.source),
      reference: at(reference.text, reference.source),
      referenceName: reference.name,
      agrees: saysTheSame(declaration, reference),
      blockCount: blocksOf(declaration).length,
      ipv4Count: families.filter((family) => family === 4).length,
      ipv6Count: families.filter((family) => family === 6).length,
    }
  })
}

const hasOwnPools = ({by}: RangeDeclaration) => !comparable.has(by)

const comparable: ReadonlySet<string> = new Set([
  'user',
  'kubeadm',
  'kube-controller-manager',
  'kube-apiserver',
  'kube-proxy',
  'k3s',
  'rke2',
  'k0s',
  'nodeadm',
  'flannel',
  'canal',
])

/** flannel has a place for each family, so that its order says nothing. */
function saysTheSame(one: RangeDeclaration, other: RangeDeclaration): boolean {
  const inOrder = ![one.by, other.by].some((by) => by === 'flannel' || by === 'canal')
  const [a, b] = [one, other].map((declaration) => {
    const blocks = canonicalBlocks(declaration)
    return (inOrder ? blocks : [...blocks].sort()).join()
  })
  return a === b
}

/** The families of a list of ranges in its order, each once; none where the list is unknown. */
export function familiesOf(blocks: Leaf<readonly string[]>): readonly number[] {
  const families = (bare(blocks) ?? []).flatMap((block) => {
    const parsed = parseCidr(block)
    return parsed.ok ? [parsed.value.family] : []
  })
  return [...new Set(families)]
}
