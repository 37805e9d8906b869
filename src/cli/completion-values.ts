import {collectors} from '../collectors/index.ts'
import type {Field, Fields} from '../facts/fields.ts'
import {reporters} from '../reporters/index.ts'
import {builtinRules} from '../rules/builtin.ts'
import type {Candidate} from './candidate.ts'
import type {ValueKind} from './commands/command.ts'
import {loadRecipes} from './recipes.ts'
import {shells} from './shells.ts'

/** Everything that a word of some kind may be. */
export async function valuesOfKind(
  kind: Exclude<ValueKind, 'file' | 'folder'>,
  current: string,
): Promise<readonly Candidate[]> {
  switch (kind) {
    case 'rule':
      return ruleIds
    case 'selection':
      return [...subjects, ...ruleIds]
    case 'subject':
      return subjects
    case 'format':
      return Object.keys(reporters).map((value) => ({value}))
    case 'shell':
      return shells.map((value) => ({value}))
    case 'recipe':
      return (await loadRecipes()).map(({name, about}) => ({value: name, about}))
    case 'fact':
      return factPaths(current)
  }
}

const ruleIds = builtinRules.map(({id, title}) => ({value: id, about: title}))
const subjects = [...new Set(builtinRules.map(({subject}) => subject))].map((value) => ({
  value,
  about: `rules on ${value}`,
}))

/** The facts, or the fields of the one that was begun; what has parts ends in a dot. */
function factPaths(current: string): readonly Candidate[] {
  const steps = current.split('.').slice(0, -1)
  let fields: Fields = Object.fromEntries(
    collectors.map(({name, about, fields}): readonly [string, Field] => [name, {kind: 'record', about, fields}]),
  )
  for (const step of steps) {
    const name = step.replace(/\[\d+\]$/, '')
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const inner = field?.kind === 'list' ? field.item : field
    fields = inner?.kind === 'record' ? inner.fields : {}
  }
  const prefix = steps.map((step) => `${step}.`).join('')
  return Object.entries(fields).flatMap(([name, {kind, about}]) => {
    const value = prefix + name
    return kind === 'record'
      ? [
          {value, about},
          {value: `${value}.`, about},
        ]
      : [{value, about}]
  })
}
