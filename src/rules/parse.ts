import {basename, dirname} from 'node:path'
import {UserError} from '../errors.ts'
import {type DocumentNode, itemsOf, mappingOf, plainValue} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'
import {MappingReader} from './reader.ts'
import {
  type Example,
  type Examples,
  type Family,
  families,
  type Phase,
  phases,
  type Rule,
  type SeverityCase,
  severities,
} from './rule.ts'

/** A rule file as read: the rule, its examples, and where each expression stands. */
export interface RuleFile {
  readonly rule: Rule
  readonly examples: Examples
  readonly text: string
  /** The line of each key of the rule, counted from 1. */
  readonly lines: ReadonlyMap<string, number>
}

const keys = [
  'id',
  'title',
  'severity',
  'phases',
  'when',
  'each',
  'assert',
  'message',
  'why',
  'fix',
  'symptoms',
  'aliases',
  'references',
  'examples',
] as const

/** Reads one rule file; its folder is the subject, its name the id. Throws UserError with line and column. */
export function parseRuleFile(file: string, text: string): RuleFile {
  const parsed = parseYaml(text)
  if (!parsed.ok) {
    const {message, line, column} = parsed.problem
    throw new UserError(message, {place: {file, line, column}})
  }
  const reader = new MappingReader(file, parsed.value, 'a rule', keys)
  const id = reader.text('id')
  if (id !== basename(file, '.yaml')) {
    throw reader.refuse(
      reader.member('id') ?? parsed.value,
      `the id '${id}' is not the file's name`,
      `rename the file to ${id}.yaml`,
    )
  }
  const optional = (key: 'when' | 'each') => {
    const expression = reader.optionalText(key)
    return expression === undefined ? {} : {[key]: expression}
  }
  const rule: Rule = {
    id,
    subject: basename(dirname(file)),
    title: reader.text('title'),
    severity: readSeverity(reader),
    phases: readPhases(reader),
    ...optional('when'),
    ...optional('each'),
    assert: reader.text('assert'),
    message: reader.text('message'),
    why: reader.text('why').trim(),
    fix: readFix(reader),
    symptoms: reader.texts('symptoms'),
    aliases: reader.texts('aliases'),
    references: reader.texts('references'),
    file,
  }
  const lines = new Map([...(mappingOf(parsed.value) ?? [])].map(([key, node]) => [key, node.line]))
  return {rule, examples: readExamples(reader), text, lines}
}

function readSeverity(reader: MappingReader): readonly SeverityCase[] {
  const node = reader.member('severity')
  if (!node) throw reader.refuse(reader.node, "a rule needs a 'severity'", 'error, warning or info')
  const cases = itemsOf(node)
  if (!cases) return [{is: reader.choice(node, 'severity', severities)}]
  return cases.map((item, index) => {
    const one = new MappingReader(reader.file, item, 'a severity', ['is', 'when'])
    const is = one.choice(one.member('is') ?? item, 'severity', severities)
    const when = one.optionalText('when')
    const isLast = index === cases.length - 1
    if (isLast !== (when === undefined)) {
      throw one.refuse(
        item,
        isLast ? "the last severity must have no 'when'" : "only the last severity may lack 'when'",
      )
    }
    return when === undefined ? {is} : {is, when}
  })
}

function readPhases(reader: MappingReader): readonly Phase[] {
  const node = reader.member('phases')
  if (!node) return phases
  return (itemsOf(node) ?? [node]).map((item) => reader.choice(item, 'phase', phases))
}

function readFix(reader: MappingReader): Rule['fix'] {
  const node = reader.member('fix')
  if (!node) throw reader.refuse(reader.node, "a rule needs a 'fix'", 'with a text and, where there are any, commands')
  const fix = new MappingReader(reader.file, node, 'a fix', ['text', 'commands'])
  const commandsNode = fix.member('commands')
  if (!commandsNode) return {text: fix.text('text').trim(), commands: {}}
  const commands = new MappingReader(reader.file, commandsNode, 'commands', families)
  const byFamily: Partial<Record<Family, readonly string[]>> = {}
  for (const family of families) {
    const command = commands.member(family)
    if (command) byFamily[family] = itemsOf(command) ? commands.texts(family) : [commands.text(family)]
  }
  return {text: fix.text('text').trim(), commands: byFamily}
}

const exampleKeys = ['title', 'phase', 'facts', 'host', 'told', 'message', 'severity'] as const

function readExamples(reader: MappingReader): Examples {
  const node = reader.member('examples')
  const outcomes = ['pass', 'fail', 'skip', 'unknown'] as const
  if (!node) return {pass: [], fail: [], skip: [], unknown: []}
  const examples = new MappingReader(reader.file, node, 'examples', outcomes)
  const of = (outcome: (typeof outcomes)[number]) => {
    const list = examples.member(outcome)
    if (!list) return []
    const items = itemsOf(list)
    if (!items) throw examples.refuse(list, `'${outcome}' must be a list of examples`)
    return items.map((item) => readExample(reader.file, item))
  }
  return {pass: of('pass'), fail: of('fail'), skip: of('skip'), unknown: of('unknown')}
}

function readExample(file: string, node: DocumentNode): Example {
  const reader = new MappingReader(file, node, 'an example', exampleKeys)
  const plain = mappingOf(node)
  const data = (key: 'facts' | 'host' | 'told') => {
    const member = plain?.get(key)
    if (!member) return {}
    if (!mappingOf(member)) throw reader.refuse(member, `'${key}' must be a mapping`)
    return {[key]: plainValue(member) as Readonly<Record<string, unknown>>}
  }
  if (!plain?.has('facts') && !plain?.has('host')) throw reader.refuse(node, "an example needs 'facts' or a 'host'")
  const chosen = <T extends string>(key: 'phase' | 'severity', allowed: readonly T[]) => {
    const member = reader.member(key)
    return member ? {[key]: reader.choice(member, key, allowed)} : {}
  }
  const text = (key: 'title' | 'message') => {
    const value = reader.optionalText(key)
    return value === undefined ? {} : {[key]: value}
  }
  return {
    ...text('title'),
    ...chosen('phase', phases),
    ...data('facts'),
    ...data('host'),
    ...data('told'),
    ...text('message'),
    ...chosen('severity', severities),
    line: node.line,
  }
}
