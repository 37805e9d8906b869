import type {Cel} from '../cel/environment.ts'
import {UserError} from '../errors.ts'
import type {Collector} from '../facts/collector.ts'
import {inspectRuleFile, type RuleFile} from '../rules/parse.ts'
import {typeProblems} from '../rules/type-check.ts'
import {judgeExample} from './example.ts'
import {messageGap} from './judge.ts'

/** Everything that is wrong with a rule file, in the order of its lines: keys, types, names, examples and messages. */
export async function lintRule(
  file: string,
  text: string,
  collectors: readonly Collector[],
  cel: Cel,
): Promise<readonly UserError[]> {
  const {read, problems} = inspectRuleFile(file, text)
  if (!read) return problems
  const found = [...problems, ...typeProblems(read, cel), ...conventionProblems(read)]
  const messages = found.length === 0 ? await messageProblems(read, collectors, cel) : []
  return [...found, ...messages].sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0))
}

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxId = 63

function conventionProblems(read: RuleFile): readonly UserError[] {
  const {rule, examples} = read
  const at = (key: string, message: string, hint: string) =>
    new UserError(message, {place: {file: rule.file, line: read.lines.get(key) ?? 1, column: 1}, hint})
  const expressions = expressionsOf(read)
  const unused = Object.keys(rule.parameters ?? {}).filter(
    (name) => !expressions.some((text) => new RegExp(`\\bparams\\.${name}\\b`).test(text)),
  )
  return [
    ...(kebab.test(rule.id) && rule.id.length <= maxId
      ? []
      : [
          at(
            'id',
            `'${rule.id}' is no id`,
            `at most ${maxId} of a-z, 0-9 and - between words; it names the wrong state`,
          ),
        ]),
    ...(kebab.test(rule.subject)
      ? []
      : [at('id', `the folder '${rule.subject}' is no subject`, 'a-z, 0-9 and - between words')]),
    ...(examples.pass.length > 0 ? [] : [at('examples', 'no example passes', "add one under 'examples: pass'")]),
    ...(examples.fail.length > 0 ? [] : [at('examples', 'no example fails', "add one under 'examples: fail'")]),
    ...unused.map((name) => at('parameters', `the parameter '${name}' is not used`, `expressions read params.${name}`)),
  ]
}

function expressionsOf({rule}: RuleFile): readonly string[] {
  const conditions = rule.severity.map(({when = ''}) => when)
  const fixes = [rule.fix.text, ...Object.values(rule.fix.commands).flat()]
  return [rule.when ?? '', rule.each ?? '', rule.assert, rule.message, ...conditions, ...fixes]
}

/** Failing examples whose facts cannot be used, or which do not state what the message says. */
async function messageProblems(
  {rule, examples}: RuleFile,
  collectors: readonly Collector[],
  cel: Cel,
): Promise<readonly UserError[]> {
  const problems: UserError[] = []
  for (const example of Object.values(examples).flat()) {
    const place = {file: rule.file, line: example.line, column: example.column}
    try {
      const findings = await judgeExample(rule, example, collectors, cel)
      const gap = findings.flatMap(({notes = []}) => notes).find((note) => note.startsWith(messageGap))
      if (gap !== undefined) problems.push(new UserError(`the message cannot be made of this example: ${gap}`, {place}))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(new UserError(error.message, {place}))
    }
  }
  return problems
}
