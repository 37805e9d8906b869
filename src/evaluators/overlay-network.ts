import type {Leaf, Located, Unknown} from '../facts/value.ts'

/** Whether the range of the pods was set, is the plugin's default for certain, or is its default unless set out of sight. */
type RangeBasis = 'set' | 'default' | 'assumed' | ''

/**
 * What a network plugin is known to do on this host. `networks` are the ranges of all pods, one of each family; `subnets`
 * the part of this node. `backend` is how packets reach other nodes, empty when it is not known.
 */
export interface OverlayNetwork {
  readonly networks: readonly Located<string>[]
  readonly basis: RangeBasis
  readonly subnets: readonly Located<string>[]
  readonly masquerades: Leaf<boolean>
  readonly backend: Leaf<string>
  readonly interface: Leaf<string>
  readonly mtuBytes: Leaf<number>
  /** The prefix length of the IPv4 range the plugin itself gives each node; undefined where it does not, or is not known to. */
  readonly nodeMask?: Located<number>
  /** Why its ranges may be others than these. */
  readonly gap?: Unknown | undefined
}

/** A plugin of which only this is known. */
export const unknownNetwork: OverlayNetwork = {
  networks: [],
  basis: '',
  subnets: [],
  masquerades: false,
  backend: '',
  interface: '',
  mtuBytes: 0,
}
