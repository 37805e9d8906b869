import type {Rule} from '../rules/rule.ts'
import type {Finding} from './report.ts'

/**
 * What passed or was skipped on many hosts: without evidence, which nobody reads of so many, and one object for all hosts
 * that have it in common.
 */
export class CommonFindings {
  readonly #known = new WeakMap<Rule, Map<string, Finding>>()

  /** The finding of a rule with one outcome and reason. */
  of(rule: Rule, outcome: 'pass' | 'skip', reason: string | undefined, make: () => Finding): Finding {
    const ofRule = this.#known.get(rule) ?? new Map<string, Finding>()
    this.#known.set(rule, ofRule)
    const key = reason === undefined ? outcome : `${outcome} ${reason}`
    const known = ofRule.get(key)
    if (known) return known
    const fresh = make()
    ofRule.set(key, fresh)
    return fresh
  }
}

/** Whether a finding of an audit may be one that hosts have in common. */
export const isCommon = ({outcome, item}: Finding): boolean =>
  (outcome === 'pass' || outcome === 'skip') && item === undefined
