import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import {readConfig} from '../../src/cli/config.ts'
import {plainValue} from '../../src/text/document.ts'
import {parseYaml} from '../../src/text/yaml.ts'
import {cli, folder} from '../cli/harness.ts'

/** The blocks of YAML in a guide, without the indent of the list they stand in. */
const blocksOf = (guide: string): readonly string[] =>
  [...readFileSync(`docs/guides/${guide}.md`, 'utf8').matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

const schema = JSON.parse(readFileSync('docs/config.schema.json', 'utf8'))
const validate = new Ajv2020({allowUnionTypes: true, formats: {date: true}}).compile(schema)

test('the first rule of the guide is one, and its examples come out', async (t) => {
  const [first = ''] = blocksOf('rules')
  const root = await folder({'kubelet/pods-exceed-site-limit.yaml': first})
  t.is((await cli('rules', 'lint', root)).out, '1 rule: no problem\n')
  t.is(
    (await cli('rules', 'test', join(root, 'kubelet'), '--coverage')).out,
    '1 rule, 3 examples: all as they say; 0 rules not exercised in full\n',
  )
})

test('the sentences of the guide become rules that can be written', async (t) => {
  const rows = [
    ...readFileSync('docs/guides/rules.md', 'utf8').matchAll(/^\| [^|]+ \| `([^`]+\.[^`]+)` \| `([^`]+)` \|$/gm),
  ]
  const files = rows.map(([, when, assert], index) => [
    `own/sentence-${index}.yaml`,
    `id: sentence-${index}
title: A sentence is not true
severity: warning
when: ${when}
assert: ${assert}
message: '"no"'
why: It is asked for.
fix: {text: Make it true.}
examples:
  skip: [{facts: {docker: {isRunning: false}, containerd: {isRunning: false}, os: {family: debian}}}]
`,
  ])
  t.true(rows.length >= 3)
  const {out, code} = await cli('rules', 'test', await folder(Object.fromEntries(files)))
  t.deepEqual({out, code}, {out: `${rows.length} rules, ${rows.length} examples: all as they say\n`, code: 0})
})

test('the pack of the guide loads', async (t) => {
  const pack = blocksOf('rules').find((block) => block.startsWith('name: our-site')) ?? ''
  const {code, err} = await cli('rules', 'list', '--rules', await folder({'pack.yaml': pack}))
  t.deepEqual({code, err}, {code: 0, err: ''})
})

test('the configurations of the guides are read, and the schema agrees', (t) => {
  const texts = [...blocksOf('configuration'), ...blocksOf('rules').filter((block) => block.startsWith('# yaml-lang'))]
  t.is(texts.length, 2)
  for (const text of texts) {
    t.notThrows(() => readConfig('c.yaml', text))
    const parsed = parseYaml(text)
    t.true(parsed.ok && validate(plainValue(parsed.value)), JSON.stringify(validate.errors))
  }
})

test('the schema refuses what the program refuses', (t) => {
  const wrong = ['clustr: {}', 'check: {skp: []}', 'check: {failOn: eror}', 'waivers: [{rule: a}]', 'packs: a']
  for (const text of wrong) {
    const parsed = parseYaml(text)
    t.throws(() => readConfig('c.yaml', text), undefined, text)
    t.false(parsed.ok && validate(plainValue(parsed.value)), text)
  }
})
