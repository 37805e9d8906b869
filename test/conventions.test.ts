import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import test from 'ava'
import {Cel} from '../src/cel/environment.ts'
import {exerciseRule} from '../src/check/example.ts'
import {lintRule} from '../src/check/lint-rule.ts'
import {collectors} from '../src/collectors/index.ts'
import {readRuleTexts} from '../src/rules/load.ts'
import {parseRuleFile} from '../src/rules/parse.ts'
import {plainValue} from '../src/text/document.ts'
import {parseYaml} from '../src/text/yaml.ts'

const cel = new Cel(collectors)
const files = await readRuleTexts('rules')

interface CatalogueRule {
  readonly id: string
  readonly subject: string
  readonly phases: readonly string[]
}
const catalogueDocument = parseYaml(readFileSync('test/catalogue.yaml', 'utf8'))
if (!catalogueDocument.ok) throw new Error(catalogueDocument.problem.message)
const catalogue = plainValue(catalogueDocument.value) as {readonly rules: readonly CatalogueRule[]}
const catalogued = new Map(catalogue.rules.map((rule) => [rule.id, rule]))

for (const {file, text} of files) {
  test(`${file} is a complete rule of the catalogue`, async (t) => {
    const problems = await lintRule(file, text, collectors, cel)
    t.deepEqual(
      problems.map(({message, place}) => `${file}:${place?.line}:${place?.column} ${message}`),
      [],
    )
    const {rule, examples} = parseRuleFile(file, text)
    const entry = catalogued.get(rule.id)
    t.is(entry?.subject, rule.subject)
    t.deepEqual([...rule.phases].sort(), [...(entry?.phases ?? [])].sort())
    t.true(rule.references.length > 0, 'needs a reference')
    const {failures} = await exerciseRule(rule, examples, collectors, cel)
    t.deepEqual(
      failures.map(({example, expected, complaint}) => `${file}:${example.line} must ${expected}, ${complaint}`),
      [],
    )
  })
}

test('every collector is in the index, documented and tested', (t) => {
  const names = readdirSync('src/collectors').filter((name) => name !== 'index.ts')
  t.is(names.length, collectors.length)
  for (const {name, about, fields} of collectors) {
    t.regex(about, /\.$/, `${name} needs a sentence`)
    for (const [field, {about: text}] of Object.entries(fields))
      t.regex(text, /\.$/, `${name}.${field} needs a sentence`)
  }
  for (const name of names)
    t.true(existsSync(`test/collectors/${basename(name, '.ts')}.test.ts`), `${name} has no test`)
})

test('source files stay short', (t) => {
  const paths = readdirSync('src', {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.ts'))
  const lengths = paths.map((path) => [path, readFileSync(`src/${path}`, 'utf8').split('\n').length] as const)
  t.deepEqual(
    lengths.filter(([, length]) => length > 251),
    [],
  )
})
