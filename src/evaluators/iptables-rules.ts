import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import type {IpFamily} from '../text/ip-address.ts'
import {type IptablesRuleset, optionOf, parseIptablesSave, targetOf} from '../text/iptables-save.ts'
import {iptablesRulesets} from './iptables-rulesets.ts'

/** A rule as iptables-save prints it and where it was seen. */
export interface SeenRule {
  readonly text: string
  readonly source: Origin
}

/** A rule that hides the source of packets, with what it is limited to; texts are empty where it is not. */
export interface MasqueradeRule extends SeenRule {
  readonly family: IpFamily
  readonly chain: string
  readonly range: string
  readonly exceptTo: string
  readonly exceptInterface: string
}

/** The rules in force that masquerade. */
export async function masqueradeRules(probe: Probe): Promise<readonly MasqueradeRule[]> {
  const {rulesets} = await probe.once(iptablesRulesets)
  return rulesets.flatMap(({family, ruleset, source}) =>
    [...(ruleset.tables.get('nat')?.chains ?? [])].flatMap(([chain, {rules}]) =>
      rules
        .filter((rule) => targetOf(rule) === 'MASQUERADE')
        .map((rule) => {
          const [from, to, out] = [optionOf(rule, '-s'), optionOf(rule, '-d'), optionOf(rule, '-o')]
          return {
            text: spelled(chain, rule.words),
            source,
            family,
            chain,
            range: from && !from.isInverted ? from.value : '',
            exceptTo: to?.isInverted ? to.value : '',
            exceptInterface: out?.isInverted ? out.value : '',
          }
        }),
    ),
  )
}

/** Rules that users put into DOCKER-USER, in force and in the files restored at boot; the closing RETURN is Docker's own. */
export async function dockerUserRules(probe: Probe): Promise<{
  readonly rules: readonly SeenRule[]
  readonly gap?: {readonly reason: string; readonly source: Origin}
}> {
  const saved = await Promise.all(savedFiles.map(async (path) => ({path, text: await probe.readFile(path)})))
  const rules: SeenRule[] = []
  for (const {path, text} of saved) {
    if (text.state === 'unreadable') return {rules, gap: {reason: `${path} ${text.reason}`, source: text.source}}
    if (text.state !== 'read') continue
    rules.push(...userRulesOf(parseIptablesSave(text.value), (line) => ({kind: 'file', path, line})))
  }
  const live = await probe.once(iptablesRulesets)
  return {rules: [...rules, ...live.rulesets.flatMap(({ruleset, source}) => userRulesOf(ruleset, () => source))]}
}

/** Where distributions keep the rules that a service restores at boot. */
const savedFiles = [
  '/etc/iptables/rules.v4',
  '/etc/iptables/rules.v6',
  '/etc/sysconfig/iptables',
  '/etc/sysconfig/ip6tables',
]

function userRulesOf(ruleset: IptablesRuleset, place: (line: number) => Origin): readonly SeenRule[] {
  const rules = ruleset.tables.get('filter')?.chains.get('DOCKER-USER')?.rules ?? []
  return rules
    .filter((rule) => rule.words.join(' ') !== '-j RETURN')
    .map((rule) => ({text: spelled('DOCKER-USER', rule.words), source: place(rule.line)}))
}

function spelled(chain: string, words: readonly string[]): string {
  return `-A ${chain} ${words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')}`
}
