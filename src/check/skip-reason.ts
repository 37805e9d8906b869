import type {Reads} from '../facts/trace.ts'
import {plain} from '../facts/view.ts'

/** What a condition that did not hold was made of. */
interface Condition {
  readonly text: string
  /** The facts it names. */
  readonly facts: readonly string[]
  readonly reads: Reads
  readonly phase: string
}

const maxReads = 3

/** Why a rule does not apply, by the values its condition read: the last one decided and comes first. */
export function skipReason({text, facts, reads, phase}: Condition): string {
  const said = [...reads.values()].reverse().map(({fact, value}) => `${fact} is ${wordOf(plain(value))}`)
  if (said.length > 0) return `does not apply here: ${[...said.slice(0, maxReads), ...rest(said)].join(', ')}`
  if (/\bphase\b/.test(text) || facts.length === 0) return `does not apply in the ${phase} phase`
  const lists = [...new Set(facts.flatMap((fact) => text.match(pathsOf(fact)) ?? []))]
  return `does not apply here, as ${[...lists.slice(0, maxReads), ...rest(lists)].join(', ')} ${lists.length === 1 ? 'shows' : 'show'}`
}

/** The paths below a fact in an expression, without the methods called on them: lists, of which no item was read. */
const pathsOf = (fact: string): RegExp => new RegExp(`\\b${fact}(?:\\.\\w+(?![\\w(]))*`, 'g')

const rest = (all: readonly string[]): readonly string[] => (all.length > maxReads ? ['…'] : [])

const maxWord = 60

function wordOf(value: unknown): string {
  if (value === '') return 'empty'
  const word = JSON.stringify(value) ?? String(value)
  return word.length > maxWord ? `${word.slice(0, maxWord).replace(/[\ud800-\udbff]$/, '')}…` : word
}
