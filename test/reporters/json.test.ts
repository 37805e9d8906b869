import {readFile} from 'node:fs/promises'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import {json} from '../../src/reporters/json.ts'
import {empty, everyOutcome, hostile} from './reports.ts'

const options = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'} as const

test('every report fits the published schema', async (t) => {
  const schema = JSON.parse(await readFile(new URL('../../docs/report.schema.json', import.meta.url), 'utf8'))
  const validate = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: {'date-time': true},
    strictRequired: false,
  }).compile(schema)
  for (const report of [empty, everyOutcome, hostile]) {
    t.true(validate(JSON.parse(json(report, options))), JSON.stringify(validate.errors))
  }
  const wrong = {...JSON.parse(json(everyOutcome, options)), verdict: 'maybe'}
  t.false(validate(wrong))
})

test('hostile strings survive unchanged', (t) => {
  const [finding] = JSON.parse(json(hostile, options)).findings
  t.is(finding.message, hostile.findings[0]?.message)
  t.false('ruleFile' in finding)
})
