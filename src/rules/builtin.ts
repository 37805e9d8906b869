import rules from '#rules' with {type: 'json'}
import type {Rule} from './rule.ts'

/** The rules of this product, compiled from `rules/` into one JSON module by `npm run bundle`. */
export const builtinRules: readonly Rule[] = rules
