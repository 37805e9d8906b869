import {readFile} from 'node:fs/promises'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import fc from 'fast-check'
import {openreports} from '../../src/reporters/openreports.ts'
import {policyreport} from '../../src/reporters/policyreport.ts'
import {empty, everyOutcome, hostile, huge, plain, saying} from './reports.ts'

const schema = JSON.parse(await readFile(new URL('schemas/policy-reports.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({strict: true, formats: {int64: Number.isSafeInteger, int32: Number.isSafeInteger}})
ajv.addSchema(schema, 'reports')

for (const [name, write] of Object.entries({openreports, policyreport})) {
  const validate = ajv.compile({$ref: `reports#/$defs/${name}`})

  test(`${name}: the API server would take every report`, (t) => {
    for (const report of [empty, everyOutcome, hostile, huge]) {
      t.true(validate(JSON.parse(write(report, plain))), JSON.stringify(validate.errors))
    }
    t.false(validate({...JSON.parse(write(empty, plain)), metadata: {name: 'Upper'}}))
  })

  test(`${name}: the words of the reports are kept`, (t) => {
    const {summary, results} = JSON.parse(write(everyOutcome, plain))
    t.deepEqual(summary, {pass: 1, fail: 1, warn: 2, error: 2, skip: 2})
    const {rule, result, severity, properties} = results[0]
    t.deepEqual([rule, result, severity], ['docker-masquerades-beside-overlay', 'fail', 'high'])
    t.true(properties.fix.endsWith('systemctl restart docker\niptables -t nat -F DOCKER'))
    const waived = results.find((each: {properties: {outcome?: string}}) => each.properties.outcome === 'waived')
    t.is(waived.properties.reason, 'kube-proxy opens it again, until 2027')
  })

  test(`${name}: what would not fit into an object is left out from the end, and said`, (t) => {
    const text = write(huge, plain)
    const {metadata, results, summary} = JSON.parse(text)
    t.true(Buffer.byteLength(JSON.stringify(JSON.parse(text))) < 1.2e6)
    t.is(Number(metadata.annotations['node-preflight/results-left-out']), 3001 - results.length)
    t.is(summary.warn, 3000)
    t.is(results[0].result, 'fail')
  })
}

test('names are of DNS and differ where hosts differ', (t) => {
  const nameOf = (host: string) => JSON.parse(openreports(saying(host), plain)).metadata.name
  t.is(nameOf('ip-10-0-0-1.eu-west-1.compute.internal'), 'node-preflight-ip-10-0-0-1.eu-west-1.compute.internal')
  t.not(nameOf('Node_1'), nameOf('node-1'))
  fc.assert(
    fc.property(fc.oneof(fc.string({unit: 'binary'}), fc.stringMatching(/^[A-Za-z0-9._-]{0,300}$/)), (host) => {
      const name = nameOf(host)
      t.regex(name, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)
      t.true(name.length <= 253)
    }),
  )
})
