import type {Cel} from '../cel/environment.ts'
import {ExpressionError} from '../cel/expression.ts'
import type {Finding} from '../check/report.ts'
import type {FactStore} from '../facts/store.ts'
import {viewClass} from '../facts/view.ts'
import {parameterFields, parameterValues} from '../rules/parameters.ts'
import type {Family, Phase, Rule} from '../rules/rule.ts'
import {fillTemplate, shellQuote} from '../rules/template.ts'

/** The remedy of a rule as it would be said of a host, whatever the rule says of it. */
export interface Remedy {
  readonly texts: readonly string[]
  /** The commands for the host's distribution, then those for others, each with their family. */
  readonly commands: readonly string[]
  readonly others: readonly (readonly [Family, readonly string[]])[]
}

/** What the values of a remedy are taken from. */
interface Workplace {
  readonly cel: Cel
  readonly store: FactStore
  readonly phase: Phase
  readonly family: Family
}

/**
 * Fills the remedy with the values of the host: those of the findings where it fails, else those that its expressions give
 * here. What they do not give, such as the item of a rule that finds none, is a name in angle brackets.
 */
export async function remedyOf(rule: Rule, findings: readonly Finding[], workplace: Workplace): Promise<Remedy> {
  const {family} = workplace
  const {commands, text} = rule.fix
  const fill = (quote: (value: string) => string) => (template: string) =>
    fillTemplate(template, quote, (expression) => answerOf(expression, rule, workplace)).then((filled) =>
      nameGaps(filled, rule),
    )
  const fillAll = (templates: readonly string[]) => Promise.all(templates.map(fill(shellQuote)))
  const fixes = findings.flatMap(({fix}) => fix ?? [])
  const chosen = commands[family] ? family : 'any'
  const rest = Object.entries(commands).filter(([each]) => each !== chosen) as [Family, readonly string[]][]
  const named = (texts: readonly string[]) => texts.map((each) => nameGaps(each, rule))
  return {
    texts: fixes.length > 0 ? named(fixes.map((fix) => fix.text)) : [await fill((value) => value)(text)],
    commands: fixes.length > 0 ? named(fixes.flatMap((fix) => fix.commands)) : await fillAll(commands[chosen] ?? []),
    others: await Promise.all(rest.map(async ([each, lines]) => [each, await fillAll(lines)] as const)),
  }
}

/** What an expression of a remedy gives on the host; undefined where it gives nothing, as one on an item outside of its list. */
async function answerOf(text: string, rule: Rule, {cel, store, phase}: Workplace): Promise<string | undefined> {
  const fields = parameterFields(rule)
  const params = fields && new (viewClass(fields))(parameterValues(rule), 'params', store.tracer)
  try {
    const expression = cel.compile(text, 'string', undefined, fields)
    const views = await Promise.all(expression.facts.map(async (name) => [name, await store.view(name)] as const))
    const variables = {phase, params, ...Object.fromEntries(views)}
    const {outcome} = store.tracer.record(() => expression.evaluate(variables))
    return outcome.ok && outcome.value !== '' ? String(outcome.value) : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const nameGaps = (text: string, rule: Rule): string =>
  text.replaceAll(/\{\{(.+?)\}\}/g, (_whole, expression: string) => placeholderOf(expression, rule.each))

/** The names of what an expression reads in angle brackets, with the texts it puts around them: `<directory>/flannel`. */
export function placeholderOf(expression: string, each: string | undefined): string {
  const isChoice = expression.replaceAll(quoted, '').includes('?')
  const parts = isChoice ? [expression] : expression.split(/ \+ /)
  return parts.map((part) => new RegExp(`^\\s*${quoted.source}\\s*$`).exec(part)?.[1] ?? nameIn(part, each)).join('')
}

const quoted = /"((?:\\.|[^"\\])*)"/g

/** The last field of the first path of an expression; of a `name` what it is the name of. */
function nameIn(expression: string, each: string | undefined): string {
  const path = pathIn(expression)
  if (path === undefined) return ''
  const [owner, last = 'value'] = path.slice(-2)
  if (last !== 'name' || owner === undefined) return `<${spoken(last)}>`
  const list = owner === 'item' ? pathIn(each ?? '')?.at(-1) : owner
  return `<${spoken(list?.replace(/ies$/, 'y').replace(/s$/, '') ?? last)}>`
}

/** The names of the first path with a field, without the calls on it and their arguments. */
const pathIn = (expression: string): readonly string[] | undefined =>
  /\w+(?:\.\w+)+/
    .exec(
      expression
        .replaceAll(quoted, '')
        .replaceAll(/\.\w+\([^()]*\)/g, '')
        .replaceAll(/\[\d+\]/g, ''),
    )?.[0]
    .split('.')

const spoken = (name: string): string => name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
