import {readFile} from 'node:fs/promises'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import {inToto} from '../../src/reporters/in-toto.ts'
import {empty, everyOutcome, hostile, plain, reportOf} from './reports.ts'

const schema = JSON.parse(await readFile(new URL('schemas/in-toto-test-result.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({strict: true, strictRequired: false}).compile(schema)

test('every report is a statement of a test result', (t) => {
  for (const report of [empty, everyOutcome, hostile]) {
    t.true(validate(JSON.parse(inToto(report, plain))), JSON.stringify(validate.errors))
  }
  t.false(validate({...JSON.parse(inToto(empty, plain)), subject: [{name: 'no digest'}]}))
})

test('the subject is the named image, else what was read; the rules go by their digest', (t) => {
  const {subject, predicate} = JSON.parse(inToto(everyOutcome, plain))
  t.deepEqual(subject, [{name: 'node-image.raw', digest: {sha256: 'ab'.repeat(32)}}])
  t.is(predicate.configuration[1].digest.sha256, 'cd'.repeat(32))
  const digestOf = (report: typeof empty) => JSON.parse(inToto(report, plain)).subject[0].digest.sha256
  const [read] = everyOutcome.findings.filter(({evidence}) => evidence.length > 0)
  if (!read) return t.fail()
  t.not(digestOf(reportOf([read])), digestOf(empty))
  t.is(digestOf(reportOf([read])), digestOf({...reportOf([read]), durationMs: 1}))
})

test('only what passed is passed, and what is unknown or waived is warned of', (t) => {
  const resultOf = (...outcomes: string[]) =>
    JSON.parse(inToto(reportOf(everyOutcome.findings.filter(({outcome}) => outcomes.includes(outcome))), plain))
      .predicate
  t.is(resultOf('pass', 'skip').result, 'PASSED')
  t.is(resultOf('pass', 'unknown').result, 'WARNED')
  t.is(resultOf('pass', 'waived').result, 'WARNED')
  t.deepEqual(resultOf('fail').failedTests, ['docker-masquerades-beside-overlay'])
  t.deepEqual(resultOf('unknown').warnedTests, ['secret-volume-mislabelled', 'kubelet-directory-mislabelled'])
})
