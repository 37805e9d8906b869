import test from 'ava'
import {Cel} from '../../src/cel/environment.ts'
import {judge} from '../../src/check/judge.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import {parseRuleFile} from '../../src/rules/parse.ts'
import type {Rule} from '../../src/rules/rule.ts'
import {typeProblems} from '../../src/rules/type-check.ts'

const text = (assert: string, more = '') => `id: many-pods
title: Many pods
severity: warning
parameters:
  most: {default: 200, about: The most pods of a node.}
  family: {default: debian, about: The family it holds for.}
assert: ${assert}
message: '"more than " + string(params.most)'
why: Density.
fix: {text: 'Set it below {{string(params.most)}}.'}
${more}`

const parse = (assert: string, more?: string) => parseRuleFile('own/many-pods.yaml', text(assert, more))

const judged = (rule: Rule) => {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-12-01T03:00:00Z'},
    unlisted: 'absent',
    files: {'/etc/os-release': 'ID=debian\n'},
  })
  const store = new FactStore(collectors, host)
  return judge(rule, {cel: new Cel(collectors), store, phase: 'image', family: 'any'})
}

test('a parameter is a typed value of the expressions, and evidence with its place', async (t) => {
  const {rule} = parse('os.family != params.family || params.most < 100')
  const [finding] = await judged(rule)
  t.is(finding?.message, 'more than 200')
  t.is(finding?.fix?.text, 'Set it below 200.')
  t.deepEqual(finding?.evidence.slice(1), [
    {fact: 'params.family', value: 'debian', source: {default: 'many-pods'}},
    {fact: 'params.most', value: 200, source: {default: 'many-pods'}},
  ])
})

test('what a configuration sets is used, and what it overrode is told', async (t) => {
  const {rule} = parse('params.most > 100 && os.family == params.family')
  const source = {kind: 'file', path: 'c.yaml', line: 3} as const
  const most = {...rule.parameters?.most, about: '', default: 200, set: {value: 50, source}}
  const [finding] = await judged({...rule, parameters: {...rule.parameters, most}})
  t.is(finding?.message, 'more than 50')
  t.deepEqual(finding?.evidence[0], {
    fact: 'params.most',
    value: 50,
    source: {file: 'c.yaml', line: 3},
    overrode: [{value: 200, source: {default: 'many-pods'}}],
  })
})

test('a misspelt or mistyped parameter is refused with its place', (t) => {
  const problem = (assert: string) => typeProblems(parse(assert), new Cel(collectors))[0]
  t.like(problem('params.mots > 1'), {place: {file: 'own/many-pods.yaml', line: 7, column: 16}})
  t.regex(problem('params.mots > 1')?.hint ?? '', /most, family/)
  t.regex(problem('params.most == "x"')?.message ?? '', /^assert: /)
  t.throws(() => parse('params.most > 1', 'symptoms: 5'), {message: /'symptoms' must be a list/})
})

test('rules without parameters have none to read', (t) => {
  const {rule, ...file} = parse('params.most > 1')
  const {parameters: _, ...bare} = rule
  t.regex(typeProblems({...file, rule: bare}, new Cel(collectors))[0]?.message ?? '', /Unknown variable: params/)
})
