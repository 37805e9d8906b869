import {createHash} from 'node:crypto'
import type {Rule} from './rule.ts'

/** How many rules these are, and a SHA-256 of what they say that is the same in whatever file and order they come. */
export function digestOfRules(rules: readonly Rule[]): {readonly rules: number; readonly sha256: string} {
  const told = rules.map(({file: _file, ...rule}) => sorted(rule))
  const text = JSON.stringify(told.map((rule) => JSON.stringify(rule)).sort())
  return {rules: rules.length, sha256: createHash('sha256').update(text).digest('hex')}
}

/** Members in one order, as two rule files may write them in two. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
