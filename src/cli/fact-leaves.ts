import type {Field, Fields} from '../facts/fields.ts'
import {Absent, Located, sourceOf, Unknown} from '../facts/value.ts'
import {plain} from '../facts/view.ts'
import type {Source} from '../source.ts'

/** One leaf of a fact: its value, or why there is none. */
export type FactLeaf = {readonly fact: string; readonly source: Source | undefined} & (
  | {readonly value: unknown}
  | {readonly unknown: string}
  | {readonly absent: string}
)

/** The leaves below a collected value, in the order of the schema; lists of texts and empty lists are one leaf. */
export function leavesOf(
  field: Field,
  value: unknown,
  fact: string,
  steps: readonly (string | number)[],
): readonly FactLeaf[] {
  if (value instanceof Absent) return [{fact, absent: value.reason, source: undefined}]
  if (value instanceof Unknown) return [{fact, unknown: value.reason, source: value.source}]
  const inner = value instanceof Located ? value.value : value
  const [step, ...rest] = steps
  if (field.kind === 'record') return recordLeaves(field.fields, inner, fact, step, rest)
  if (field.kind === 'list' && (step !== undefined || (field.item.kind === 'record' && (inner as []).length > 0))) {
    return listLeaves(field.item, inner as readonly unknown[], fact, step, rest)
  }
  return [{fact, value: plain(inner), source: sourceOf(value)}]
}

function recordLeaves(
  fields: Fields,
  values: unknown,
  fact: string,
  step: string | number | undefined,
  rest: readonly (string | number)[],
): readonly FactLeaf[] {
  const members = values as Readonly<Record<string, unknown>>
  return Object.entries(fields)
    .filter(([name]) => step === undefined || name === step)
    .flatMap(([name, field]) => leavesOf(field, members[name], `${fact}.${name}`, rest))
}

function listLeaves(
  item: Field,
  values: readonly unknown[],
  fact: string,
  step: string | number | undefined,
  rest: readonly (string | number)[],
): readonly FactLeaf[] {
  return [...values.entries()]
    .filter(([index]) => step === undefined || index === step)
    .flatMap(([index, value]) => leavesOf(item, value, `${fact}[${index}]`, rest))
}
