import {UserError} from '../errors.ts'
import type {Rule} from '../rules/rule.ts'
import {nearest} from '../text/nearest.ts'

/** The rule of an id, else the rules that cover a kubeadm check of that name, case-insensitive. */
export function findRules(rules: readonly Rule[], name: string): readonly Rule[] {
  const wanted = name.toLowerCase()
  const exact = rules.filter(({id}) => id.toLowerCase() === wanted)
  if (exact.length > 0) return exact
  const covering = rules.filter(({aliases}) => aliases.some((alias) => alias.toLowerCase() === wanted))
  if (covering.length > 0) return covering
  const close = nearest(
    name,
    rules.flatMap(({id, aliases}) => [id, ...aliases]),
  )
  throw new UserError(`there is no rule '${name}'`, {
    hint: close === undefined ? '`node-preflight rules list` shows them all' : `did you mean '${close}'?`,
  })
}
