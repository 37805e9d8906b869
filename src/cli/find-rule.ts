import {UserError} from '../errors.ts'
import type {Rule} from '../rules/rule.ts'
import type {Named} from '../rules/select.ts'
import {nearest} from '../text/nearest.ts'

/** The rule of an id, else the rules that cover a kubeadm check of that name, case-insensitive; none for any other text. */
export function rulesNamed<R extends Named>(rules: readonly R[], name: string): readonly R[] {
  const wanted = name.toLowerCase()
  const exact = rules.filter(({id}) => id.toLowerCase() === wanted)
  return exact.length > 0 ? exact : rules.filter(({aliases}) => aliases.some((alias) => alias.toLowerCase() === wanted))
}

/** The refusal of a name that no rule has, with the nearest. */
export function noRuleNamed(rules: readonly Rule[], name: string): UserError {
  const close = nearest(
    name,
    rules.flatMap(({id, aliases}) => [id, ...aliases]),
  )
  return new UserError(`there is no rule '${name}'`, {
    hint: close === undefined ? '`node-preflight rules list` shows them all' : `did you mean '${close}'?`,
  })
}
