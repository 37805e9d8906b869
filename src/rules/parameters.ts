import type {Field, Fields} from '../facts/fields.ts'
import type {Leaf} from '../facts/value.ts'
import {at} from '../facts/value.ts'
import type {DocumentNode} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import type {Parameter, ParameterValue, Rule} from './rule.ts'

const schemas = new WeakMap<NonNullable<Rule['parameters']>, Fields>()

/** The schema of `params` in the expressions of a rule, one object for each rule; undefined for a rule without parameters. */
export function parameterFields({parameters}: Pick<Rule, 'parameters'>): Fields | undefined {
  if (parameters === undefined) return undefined
  const known = schemas.get(parameters)
  if (known) return known
  const fresh = Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, fieldOf(one)]))
  schemas.set(parameters, fresh)
  return fresh
}

/** The values of `params`, each with the place that set it. */
export function parameterValues({
  id,
  parameters = {},
}: Pick<Rule, 'id' | 'parameters'>): Readonly<Record<string, Leaf<ParameterValue>>> {
  const origin = {kind: 'default', of: id} as const
  return Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => {
      const overrode = [{value: one.default, source: origin}]
      return [name, one.set ? at(one.set.value, {...one.set.source, overrode}) : at(one.default, origin)]
    }),
  )
}

/** Reads the parameters that a rule file declares. */
export function readParameters(reader: MappingReader): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(
    reader.entries('parameters').map(([name, node]) => {
      if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
        throw reader.refuse(node, `'${name}' is no name of a parameter`, 'a word such as maxPods')
      }
      const one = new MappingReader(reader.file, node, `the parameter '${name}'`, ['default', 'about'])
      const value = one.member('default')
      if (!value) throw reader.refuse(node, `the parameter '${name}' needs a 'default'`)
      return [name, {default: readParameterValue(one, value, name), about: one.text('about')}]
    }),
  )
}

/** A text, a whole number, or true or false; with a default also of its type. */
export function readParameterValue(
  reader: MappingReader,
  node: DocumentNode,
  name: string,
  standard?: ParameterValue,
): ParameterValue {
  const {value} = node
  const isUsable = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)
  if (!isUsable) throw reader.refuse(node, `'${name}' must be a text, a whole number, or true or false`)
  if (standard !== undefined && typeof value !== typeof standard) {
    throw reader.refuse(node, `'${name}' must be ${kinds[fieldKind(standard)]}`, `the default is ${standard}`)
  }
  return value as ParameterValue
}

const kinds = {int: 'a whole number', string: 'a text', bool: 'true or false'}

const fieldOf = ({about, default: standard}: Parameter): Field => ({kind: fieldKind(standard), about})

function fieldKind(value: ParameterValue): 'int' | 'string' | 'bool' {
  if (typeof value === 'number') return 'int'
  return typeof value === 'string' ? 'string' : 'bool'
}
