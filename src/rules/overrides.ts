import {type Place, UserError} from '../errors.ts'
import type {DocumentNode} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {nearest} from '../text/nearest.ts'
import {readParameterValue} from './parameters.ts'
import {type Parameter, type Rule, type Severity, severities} from './rule.ts'

/** What a configuration says of one rule. */
export interface Override {
  readonly rule: string
  readonly place: Place & {readonly line: number}
  readonly severity?: {readonly is: Severity; readonly line: number}
  /** The values by parameter; their types are known only with the rule. */
  readonly parameters: readonly (readonly [name: string, node: DocumentNode])[]
  readonly reader: MappingReader
}

/** Reads the section `rules` of a configuration. Throws UserError with the place of the first mistake. */
export function readOverrides(config: MappingReader): readonly Override[] {
  return config.entries('rules').map(([rule, node]) => {
    const reader = new MappingReader(config.file, node, `the rule '${rule}'`, ['severity', 'parameters'])
    const severity = reader.member('severity')
    return {
      rule,
      place: {file: config.file, line: node.line, column: node.column},
      ...(severity ? {severity: {is: reader.choice(severity, 'severity', severities), line: severity.line}} : {}),
      parameters: reader.entries('parameters'),
      reader,
    }
  })
}

/** The rules as a configuration changes them. A rule or parameter there is not is refused with the nearest match. */
export function applyOverrides(rules: readonly Rule[], overrides: readonly Override[]): readonly Rule[] {
  if (overrides.length === 0) return rules
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  for (const override of overrides) {
    const rule = byId.get(override.rule)
    if (!rule) throw unknownRule(override.rule, override.place, byId.keys())
    byId.set(rule.id, applyOverride(rule, override))
  }
  return [...byId.values()]
}

/** The refusal of a name that is no rule's id, with the nearest. */
export function unknownRule(name: string, place: Place, ids: Iterable<string>): UserError {
  const close = nearest(name, ids)
  const hint = close === undefined ? '`node-preflight rules list` shows them all' : `did you mean '${close}'?`
  return new UserError(`there is no rule '${name}'`, {place, hint})
}

function applyOverride(rule: Rule, {severity, parameters, reader}: Override): Rule {
  const changed = severity === undefined ? rule : withSeverity(rule, severity.is, `${reader.file}:${severity.line}`)
  if (parameters.length === 0) return changed
  const set = parameters.map(([name, node]) => [name, withValue(rule, name, node, reader)] as const)
  return {...changed, parameters: {...rule.parameters, ...Object.fromEntries(set)}}
}

function withSeverity(rule: Rule, is: Severity, by: string): Rule {
  const own = rule.severity
    .map((one) => (one.when === undefined ? one.is : `${one.is} when ${one.when}`))
    .join(', else ')
  return {...rule, severity: [{is}], changes: [...(rule.changes ?? []), `severity ${is} instead of ${own}: ${by}`]}
}

function withValue(rule: Rule, name: string, node: DocumentNode, reader: MappingReader): Parameter {
  const declared = rule.parameters?.[name]
  if (!declared) {
    const names = Object.keys(rule.parameters ?? {})
    const close = nearest(name, names)
    const hint = close ? `did you mean '${close}'?` : `it has ${names.length === 0 ? 'none' : names.join(', ')}`
    throw reader.refuse(node, `the rule '${rule.id}' has no parameter '${name}'`, hint)
  }
  const value = readParameterValue(reader, node, name, declared.default)
  return {...declared, set: {value, source: {kind: 'file', path: reader.file, line: node.line}}}
}
