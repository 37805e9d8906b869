import type {Source} from '../source.ts'

/** Thrown by a fact's getter when an expression reads what is absent or unknown; `&&` and `||` absorb it like any CEL error. */
export class Gap extends Error {
  readonly kind: 'absent' | 'unknown'
  readonly fact: string
  readonly reason: string
  readonly source: Source | undefined

  constructor(kind: 'absent' | 'unknown', fact: string, reason: string, source?: Source) {
    super(`${fact}: ${reason}`)
    this.name = 'Gap'
    this.kind = kind
    this.fact = fact
    this.reason = reason
    this.source = source
  }
}
