import type {Cel} from '../cel/environment.ts'
import {ExpressionError, type ExpressionKind} from '../cel/expression.ts'
import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import {placeInFile} from './locate.ts'
import type {RuleFile} from './parse.ts'
import {templateExpressions} from './template.ts'

/** Refuses a rule one of whose expressions does not parse, names an unknown fact or field, or gives the wrong type. */
export function typeCheckRule(file: RuleFile, cel: Cel): void {
  const {rule} = file
  const check = (key: string, text: string, kind: ExpressionKind, itemType?: string) => {
    try {
      const expression = cel.compile(text, kind, itemType)
      expression.check()
      return expression
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const place = placeInFile(rule.file, file.text, file.lines.get(key) ?? 1, text, error.offset ?? 0)
      const hint = hintFor(error.message, cel)
      throw new UserError(`${key}: ${error.message}`, hint === undefined ? {place} : {place, hint})
    }
  }
  if (rule.when !== undefined) check('when', rule.when, 'bool')
  const itemType = rule.each === undefined ? undefined : check('each', rule.each, 'list').itemType
  check('assert', rule.assert, 'bool', itemType)
  check('message', rule.message, 'string', itemType)
  for (const {when} of rule.severity) if (when !== undefined) check('severity', when, 'bool', itemType)
  for (const text of [rule.fix.text, ...Object.values(rule.fix.commands).flat()]) {
    for (const expression of templateExpressions(text)) check('fix', expression, 'string', itemType)
  }
}

function hintFor(message: string, cel: Cel): string | undefined {
  const unknownVariable = /Unknown variable: (\w+)/.exec(message)?.[1]
  if (unknownVariable !== undefined) {
    const close = nearest(unknownVariable, [...cel.factNames, 'phase', 'item'])
    return close === undefined ? 'docs/facts.md lists the facts' : `did you mean '${close}'?`
  }
  return /No such key/.test(message) ? 'docs/facts.md lists the fields of each fact' : undefined
}
