import type {Source} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import type {NamedRange} from './range-pairs.ts'

/** What addresses of a range are for. */
export type RangePurpose = 'pods' | 'services' | 'node' | 'node pods' | 'docker' | 'load balancer' | 'route'

/**
 * One place that states ranges: `text` is the list as written. Not `isInForce` are files that nothing is seen to read;
 * `basis` tells what was set from a default, and from a default that may be set out of sight.
 */
export interface RangeDeclaration {
  readonly purpose: RangePurpose
  /** The component, as in `kube-proxy`. */
  readonly by: string
  /** The component and its setting, as in `kube-proxy --cluster-cidr`. */
  readonly name: string
  readonly text: string
  readonly source: Source
  readonly isInForce: boolean
  readonly basis: 'set' | 'default' | 'assumed'
}

/** One block of a declaration's list; without `cidr` where it is none. `problem` says why its component refuses it. */
export interface DeclaredBlock {
  readonly declaration: RangeDeclaration
  readonly text: string
  readonly cidr: Cidr | undefined
  readonly problem: string
}

/** The blocks of a declaration in the order written, those that are no CIDR blocks included. */
export function blocksOf(declaration: RangeDeclaration): readonly DeclaredBlock[] {
  const isRefused = withoutBlanks.has(declaration.by) && /\s/.test(declaration.text)
  const texts = declaration.text.split(/[\s,]+/).filter((text) => text !== '')
  return texts.map((text) => {
    const parsed = parseCidr(text)
    const blank = isRefused
      ? `a blank stands in ${JSON.stringify(declaration.text)}, which ${declaration.by} refuses`
      : ''
    return {
      declaration,
      text,
      cidr: parsed.ok ? parsed.value : undefined,
      problem: parsed.ok ? blank : parsed.problem.message,
    }
  })
}

/** Components that cut a list at its commas and take blanks for part of an address. */
const withoutBlanks: ReadonlySet<string> = new Set([
  ...['kubeadm', 'kube-apiserver', 'kube-controller-manager', 'kube-proxy'],
  ...['k3s', 'rke2'],
])

/** The blocks of a declaration in the spelling of programs, for comparing lists; what is no block stays as written. */
export function canonicalBlocks(declaration: RangeDeclaration): readonly string[] {
  return blocksOf(declaration).map(({cidr, text}) => cidr?.canonical ?? text)
}

/** The valid blocks of declarations, ready to be compared. */
export function namedRanges(declarations: readonly RangeDeclaration[]): readonly NamedRange[] {
  return declarations.flatMap((declaration) => {
    const {name, by, purpose, source} = declaration
    return blocksOf(declaration).flatMap(({cidr, text}) => (cidr ? [{name, by, purpose, cidr, text, source}] : []))
  })
}
