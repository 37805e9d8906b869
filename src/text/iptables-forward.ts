import {type Cidr, parseCidr} from './cidr.ts'
import {type IptablesChain, type IptablesRule, type IptablesRuleset, optionOf, targetOf} from './iptables-save.ts'

/** Traffic by addresses and interfaces; a condition that is not given holds for all. */
export interface Traffic {
  readonly source?: Cidr
  readonly destination?: Cidr
  readonly inInterface?: string
  readonly outInterface?: string
}

/** What becomes of forwarded packets. */
export interface ForwardPath {
  readonly policy: string
  /** What no rule accepts is dropped or rejected, by the policy or by a rule for everything. */
  readonly isClosed: boolean
  readonly accepted: readonly Traffic[]
  /** Some of it is accepted by address sets, whose members the rules do not tell. */
  readonly usesSets: boolean
  /** The chains of users that FORWARD leads into, directly or not. */
  readonly chains: readonly string[]
}

type Verdict = 'accept' | 'drop' | undefined

/**
 * Follows the FORWARD chain of the filter table, or tells that there is none by undefined. Only accepts under conditions on
 * addresses and interfaces count: a rule that also looks at marks, states or ports lets no more than part of it pass.
 */
export function forwardPath({tables}: IptablesRuleset): ForwardPath | undefined {
  const chains = tables.get('filter')?.chains
  const forward = chains?.get('FORWARD')
  if (!chains || !forward) return undefined
  const accepted: Traffic[] = []
  let usesSets = false
  const visited = new Set<string>()
  const followed = new Map<string, Verdict>()
  const follow = (chain: IptablesChain, condition: Traffic): Verdict => {
    const key = `${chain.name}\0${JSON.stringify(Object.values(condition).map(String))}`
    if (followed.has(key)) return followed.get(key)
    followed.set(key, undefined)
    for (const rule of chain.rules) {
      const target = targetOf(rule) ?? ''
      const next = chains.get(target)
      if (next) visited.add(target)
      const own = trafficOf(rule)
      if (target === 'ACCEPT' && rule.words.includes('--match-set')) usesSets = true
      if (!own) continue
      const both = {...condition, ...own}
      const verdict = next ? follow(next, both) : verdicts[target]
      if (target === 'ACCEPT') accepted.push(both)
      if (Object.keys(own).length > 0) continue
      if (verdict || target === 'RETURN') {
        followed.set(key, verdict)
        return verdict
      }
    }
    return undefined
  }
  const verdict = follow(forward, {})
  const policy = forward.policy ?? 'ACCEPT'
  return {policy, isClosed: (verdict ?? verdicts[policy]) === 'drop', accepted, usesSets, chains: [...visited]}
}

const verdicts: Readonly<Record<string, Verdict>> = {ACCEPT: 'accept', DROP: 'drop', REJECT: 'drop'}

/** The conditions of a rule; undefined where it has others than addresses and interfaces. */
function trafficOf(rule: IptablesRule): Traffic | undefined {
  const words = withoutComment(rule.words)
  const inInterface = optionOf(rule, '-i', '--in-interface')?.value
  const traffic: {source?: Cidr; destination?: Cidr; inInterface?: string; outInterface?: string} = {}
  for (let at = 0; at < words.length; at++) {
    const isInverted = words[at] === '!'
    const option = words[isInverted ? at + 1 : at] ?? ''
    const value = words[(isInverted ? at + 1 : at) + 1] ?? ''
    at += isInverted ? 2 : 1
    if (isInverted && option === '-o' && value === inInterface) continue
    if (isInverted) return undefined
    const block =
      option === '-s' || option === '-d'
        ? parseCidr(value.includes('/') ? value : `${value}/${hostBits(value)}`)
        : undefined
    if (block && !block.ok) return undefined
    if (option === '-s' && block) traffic.source = block.value
    else if (option === '-d' && block) traffic.destination = block.value
    else if (option === '-i') traffic.inInterface = value
    else if (option === '-o') traffic.outInterface = value
    else if (option === '-j' || option === '-g') return traffic
    else return undefined
  }
  return undefined
}

function withoutComment(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => word === '-m' && words[index + 1] === 'comment')
  if (at < 0) return words
  const text = words[at + 2] === '--comment' ? 4 : 2
  return withoutComment([...words.slice(0, at), ...words.slice(at + text)])
}

const hostBits = (address: string): number => (address.includes(':') ? 128 : 32)
