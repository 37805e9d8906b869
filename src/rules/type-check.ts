import type {Cel} from '../cel/environment.ts'
import {type Expression, ExpressionError, type ExpressionKind} from '../cel/expression.ts'
import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import {placeInFile} from './locate.ts'
import {parameterFields} from './parameters.ts'
import type {RuleFile} from './parse.ts'
import {templateExpressions} from './template.ts'

/** Refuses a rule one of whose expressions does not parse, names an unknown fact or field, or gives the wrong type. */
export function typeCheckRule(file: RuleFile, cel: Cel): void {
  const [first] = typeProblems(file, cel)
  if (first) throw first
}

/** Everything that is wrong with the expressions of a rule; without a usable `each`, nothing that speaks of `item`. */
export function typeProblems(file: RuleFile, cel: Cel): readonly UserError[] {
  const {rule} = file
  const problems: UserError[] = []
  const params = parameterFields(rule)
  const check = (key: string, text: string, kind: ExpressionKind, itemType?: string): Expression | undefined => {
    try {
      const expression = cel.compile(text, kind, itemType, params)
      expression.check()
      const stray = strayFact(rule, expression)
      if (stray === undefined) return expression
      throw new ExpressionError(stray, text.search(/\b[a-z]/))
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      problems.push(refused(file, key, text, error, cel, Object.keys(params ?? {})))
      return undefined
    }
  }
  if (rule.when !== undefined) check('when', rule.when, 'bool')
  const items = rule.each === undefined ? undefined : check('each', rule.each, 'list')
  if (rule.each !== undefined && items === undefined) return problems
  const itemType = items?.itemType
  check('assert', rule.assert, 'bool', itemType)
  check('message', rule.message, 'string', itemType)
  for (const {when} of rule.severity) if (when !== undefined) check('severity', when, 'bool', itemType)
  for (const text of [rule.fix.text, ...Object.values(rule.fix.commands).flat()]) {
    for (const expression of templateExpressions(text)) check('fix', expression, 'string', itemType)
  }
  return problems
}

/** What is wrong with the facts an expression reads for the scope of its rule. */
function strayFact({scope}: RuleFile['rule'], {facts}: Expression): string | undefined {
  const stray = facts.find((name) => (name === 'fleet') !== (scope === 'fleet'))
  if (stray === undefined) return undefined
  return stray === 'fleet' ? "only rules with 'scope: fleet' read fleet" : `a rule over a fleet cannot read ${stray}`
}

function refused(
  {rule, text: source, lines}: RuleFile,
  key: string,
  text: string,
  error: ExpressionError,
  cel: Cel,
  params: readonly string[],
): UserError {
  const place = placeInFile(rule.file, source, lines.get(key) ?? 1, text, error.offset ?? 0)
  const isParameter = text.slice(0, error.offset ?? 0).endsWith('params.')
  const hint = isParameter
    ? `it has ${params.join(', ')}`
    : (syntaxHint(key, text, error.message) ?? hintFor(error.message, cel))
  return new UserError(`${key}: ${error.message}`, hint === undefined ? {place} : {place, hint})
}

/** What stands where an expression is expected is mostly a plain text, or the template of a fix. */
function syntaxHint(key: string, text: string, message: string): string | undefined {
  if (!/^(Unexpected|Unterminated|Reserved|Expected [A-Z]+, got)/.test(message)) return undefined
  const isTemplate = text.includes('{{')
  if (key !== 'message') return isTemplate ? templates : undefined
  return `a message is a CEL expression: text in quotes, joined with +, as in '"kernel " + os.kernelRelease'${isTemplate ? `; ${templates}` : ''}`
}

const templates = '{{…}} belongs in the text and the commands of a fix'

function hintFor(message: string, cel: Cel): string | undefined {
  const unknownVariable = /Unknown variable: (\w+)/.exec(message)?.[1]
  if (unknownVariable !== undefined) {
    const close = nearest(unknownVariable, [...cel.factNames, 'phase', 'item', 'params'])
    return close === undefined ? 'docs/facts.md lists the facts' : `did you mean '${close}'?`
  }
  return /No such key/.test(message) ? 'docs/facts.md lists the fields of each fact' : undefined
}
