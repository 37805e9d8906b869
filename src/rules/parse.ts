import {basename, dirname, resolve} from 'node:path'
import {UserError} from '../errors.ts'
import {type DocumentNode, itemsOf, mappingOf, plainValue} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {parseStrictYaml} from '../text/yaml.ts'
import {readParameters} from './parameters.ts'
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
  'scope',
  'when',
  'each',
  'parameters',
  'assert',
  'message',
  'why',
  'fix',
  'symptoms',
  'aliases',
  'references',
  'examples',
] as const

/** Reads one rule file; its folder is the subject, its name the id. Throws UserError with the place of the first mistake. */
export function parseRuleFile(file: string, text: string): RuleFile {
  const {read, problems} = inspectRuleFile(file, text)
  if (!read || problems[0]) throw problems[0]
  return read
}

/**
 * Reads one rule file and lists every mistake; what is wrong stands empty, so that the rest can be looked at too. Nothing is
 * read of a file that is no mapping.
 */
export function inspectRuleFile(
  file: string,
  text: string,
): {readonly read: RuleFile | undefined; readonly problems: readonly UserError[]} {
  const problems: UserError[] = []
  const attempt: Attempt = (read, otherwise) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(error)
      return otherwise
    }
  }
  return {read: attempt(() => readRule(file, text, attempt, problems), undefined), problems}
}

/** Runs a reader; a mistake is noted and the second value taken. */
type Attempt = <T>(read: () => T, otherwise: T) => T

function readRule(file: string, text: string, attempt: Attempt, problems: UserError[]): RuleFile {
  const parsed = parseStrictYaml(text)
  if (!parsed.ok) {
    const {message, line, column} = parsed.problem
    throw new UserError(message, {place: {file, line, column}})
  }
  const reader = new MappingReader(file, parsed.value, 'a rule', keys, problems)
  const textOf = (key: 'title' | 'why' | 'assert' | 'message', otherwise: string) =>
    attempt(() => reader.text(key), otherwise)
  const optional = (key: 'when' | 'each') => {
    const expression = attempt(() => reader.optionalText(key), undefined)
    return expression === undefined ? {} : {[key]: expression}
  }
  const textsOf = (key: 'symptoms' | 'aliases' | 'references') => attempt(() => reader.texts(key), [])
  const rule: Rule = {
    id: attempt(() => readId(reader), basename(file, '.yaml')),
    subject: basename(dirname(resolve(file))),
    title: textOf('title', ''),
    severity: attempt(() => readSeverity(reader), [{is: 'error'}]),
    phases: attempt(() => readPhases(reader), phases),
    ...attempt(() => readScope(reader), {}),
    ...optional('when'),
    ...optional('each'),
    ...(reader.member('parameters') ? {parameters: attempt(() => readParameters(reader), {})} : {}),
    assert: textOf('assert', 'true'),
    message: textOf('message', '""'),
    why: textOf('why', '').trim(),
    fix: attempt(() => readFix(reader), {text: '', commands: {}}),
    symptoms: textsOf('symptoms'),
    aliases: textsOf('aliases'),
    references: textsOf('references'),
    file,
  }
  const lines = new Map([...(mappingOf(parsed.value) ?? [])].map(([key, node]) => [key, node.line]))
  return {rule, examples: readExamples(reader, attempt), text, lines}
}

function readId(reader: MappingReader): string {
  const id = reader.text('id')
  if (id === basename(reader.file, '.yaml')) return id
  throw reader.refuse(
    reader.member('id') ?? reader.node,
    `the id '${id}' is not the file's name`,
    `rename the file to ${id}.yaml`,
  )
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

function readScope(reader: MappingReader): Pick<Rule, 'scope'> {
  const node = reader.member('scope')
  return node ? {scope: reader.choice(node, 'scope', ['fleet'])} : {}
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

function readExamples(reader: MappingReader, attempt: Attempt): Examples {
  const node = reader.member('examples')
  const outcomes = ['pass', 'fail', 'skip', 'unknown'] as const
  const none = {pass: [], fail: [], skip: [], unknown: []}
  if (!node) return none
  const examples = attempt(() => new MappingReader(reader.file, node, 'examples', outcomes), undefined)
  const of = (outcome: (typeof outcomes)[number]) => {
    const list = examples?.member(outcome)
    if (!list) return []
    const items = attempt(() => listOf(reader, list, outcome), [])
    return items.flatMap((item) => attempt(() => [readExample(reader.file, item)], []))
  }
  return {pass: of('pass'), fail: of('fail'), skip: of('skip'), unknown: of('unknown')}
}

function listOf(reader: MappingReader, node: DocumentNode, outcome: string): readonly DocumentNode[] {
  const items = itemsOf(node)
  if (!items) throw reader.refuse(node, `'${outcome}' must be a list of examples`)
  return items
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
    column: node.column,
  }
}
