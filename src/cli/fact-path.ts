import {UserError} from '../errors.ts'
import type {Collector} from '../facts/collector.ts'
import type {Field, Fields} from '../facts/fields.ts'
import {nearest} from '../text/nearest.ts'

/** One fact and the way to a part of it: field names and item numbers. */
export interface FactPath {
  readonly collector: Collector
  readonly steps: readonly (string | number)[]
}

/** Reads a path such as `docker`, `docker.ipMasq` or `cluster.ranges[0].cidr`; refuses what the facts do not declare. */
export function parseFactPath(path: string, collectors: readonly Collector[]): FactPath {
  if (!/^\w+(?:\.\w+|\[\d+\])*$/.test(path)) {
    throw new UserError(`'${path}' is no path of a fact`, {hint: 'for example docker.ipMasq or cluster.ranges[0]'})
  }
  const [name = '', ...steps] = [...path.matchAll(/\w+/g)].map(([word]) => word)
  const collector = collectors.find((each) => each.name === name)
  if (!collector) {
    const names = collectors.map((each) => each.name)
    throw unknown(`there is no fact '${name}'`, name, names, '')
  }
  let field: Field | undefined = {kind: 'record', about: collector.about, fields: collector.fields}
  let parent = name
  for (const step of steps) {
    field = memberOf(field, step, parent)
    parent += /^\d+$/.test(step) ? `[${step}]` : `.${step}`
  }
  return {collector, steps: steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))}
}

function memberOf(field: Field, step: string, parent: string): Field {
  if (field.kind === 'list') {
    if (/^\d+$/.test(step)) return field.item
    throw new UserError(`${parent} is a list`, {hint: `the first item is ${parent}[0]`})
  }
  const fields: Fields = field.kind === 'record' ? field.fields : {}
  const member = fields[step]
  if (member) return member
  throw unknown(`${parent} has no part '${step}'`, step, Object.keys(fields), `${parent}.`)
}

function unknown(message: string, word: string, names: readonly string[], prefix: string): UserError {
  const close = nearest(word, names)
  if (close !== undefined) return new UserError(message, {hint: `did you mean '${prefix}${close}'?`})
  return names.length === 0 ? new UserError(message) : new UserError(message, {hint: `there are: ${names.join(', ')}`})
}
