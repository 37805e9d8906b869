import {type Place, UserError} from '../errors.ts'
import {isGlob, matchesGlob} from '../text/glob.ts'
import {nearest} from '../text/nearest.ts'
import {isKubeadmCheck} from './kubeadm-checks.ts'
import type {Rule} from './rule.ts'

/** Names of rules as one place gives them: ids, subjects, kubeadm checks, or globs of these; case-insensitive. */
export interface Names {
  readonly names: readonly string[]
  /** The flag, variable or key that gives them, for messages. */
  readonly by: string
  readonly place?: Place
}

/** What a rule can be named by. */
export type Named = Pick<Rule, 'id' | 'subject' | 'aliases'>

/** Which rules are run. */
export interface Selection {
  readonly only: Names
  readonly skip: Names
}

/** The rules selected; a name that no rule has is refused with the nearest match. */
export function selectRules(rules: readonly Rule[], {only, skip}: Selection): readonly Rule[] {
  const wanted = only.names.length === 0 ? rules : rules.filter(matcherOf(rules, only))
  const isSkipped = matcherOf(rules, skip, true)
  return wanted.filter((rule) => !isSkipped(rule))
}

/** The rules, those ignored no worse than a warning, as kubeadm's --ignore-preflight-errors has it; `all` names every rule. */
export function ignoreRules(rules: readonly Rule[], ignore: Names): readonly Rule[] {
  const named = {...ignore, names: ignore.names.filter((name) => name.toLowerCase() !== 'all')}
  const isNamed = matcherOf(rules, named, true)
  const isIgnored = named.names.length < ignore.names.length ? () => true : isNamed
  return rules.map((rule) => (isIgnored(rule) ? demoted(rule, ignore.by) : rule))
}

function demoted(rule: Rule, by: string): Rule {
  if (!rule.severity.some(({is}) => is === 'error')) return rule
  const severity = rule.severity.map((one) => (one.is === 'error' ? {...one, is: 'warning' as const} : one))
  return {...rule, severity, changes: [...(rule.changes ?? []), `an error is shown as a warning: ${by}`]}
}

/**
 * Whether a rule goes by one of these names. A name that none of the rules has is refused with the nearest match; where
 * nothing is lost by it, a check of kubeadm that no rule covers may be named.
 */
export function matcherOf(
  rules: readonly Named[],
  {names, by, place}: Names,
  allowsUncovered = false,
): (rule: Named) => boolean {
  if (names.length === 0) return () => false
  const known = new Map(rules.flatMap((rule) => namesOf(rule).map((name) => [name.toLowerCase(), name])))
  const wanted = new Set<string>()
  for (const name of names) {
    const lower = name.toLowerCase()
    const found = isGlob(name) ? [...known.keys()].filter((each) => matchesGlob(lower, each)) : [lower]
    const isKnown = found.some((each) => known.has(each)) || (allowsUncovered && isKubeadmCheck(name))
    if (!isKnown) throw unknownName(name, by, place, known.values())
    for (const each of found) wanted.add(each)
  }
  return (rule) => namesOf(rule).some((name) => wanted.has(name.toLowerCase()))
}

function unknownName(name: string, by: string, place: Place | undefined, known: Iterable<string>): UserError {
  const close = nearest(name, known)
  const hint = close === undefined ? '`node-preflight rules list` shows them all' : `did you mean '${close}'?`
  const message = `${by}: no rule or subject is named '${name}'`
  return new UserError(message, place === undefined ? {hint} : {hint, place})
}

const namesOf = (rule: Named): readonly string[] => [rule.id, rule.subject, ...rule.aliases]
