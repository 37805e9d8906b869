import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import type {Rule} from './rule.ts'

/** Which rules are run, by id or subject, case-insensitive. */
export interface Selection {
  readonly only: readonly string[]
  readonly skip: readonly string[]
}

/** The rules selected; a name that is neither a rule, an alias nor a subject is refused with the nearest match. */
export function selectRules(rules: readonly Rule[], {only, skip}: Selection): readonly Rule[] {
  const wanted = only.length === 0 ? rules : rules.filter(matchesAny(rules, only, '--only'))
  const isSkipped = matchesAny(rules, skip, '--skip')
  return wanted.filter((rule) => !isSkipped(rule))
}

function matchesAny(rules: readonly Rule[], names: readonly string[], flag: string): (rule: Rule) => boolean {
  const wanted = names.map((name) => name.toLowerCase())
  const known = new Set(rules.flatMap((rule) => namesOf(rule)))
  for (const name of wanted) {
    if (known.has(name)) continue
    const close = nearest(name, known)
    throw new UserError(`${flag}: no rule or subject is named '${name}'`, {
      hint: close === undefined ? '`node-preflight rules list` shows them all' : `did you mean '${close}'?`,
    })
  }
  return (rule) => namesOf(rule).some((name) => wanted.includes(name))
}

const namesOf = (rule: Rule): readonly string[] =>
  [rule.id, rule.subject, ...rule.aliases].map((name) => name.toLowerCase())
