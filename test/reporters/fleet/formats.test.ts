import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import {fleetReporters} from '../../../src/reporters/fleet/index.ts'
import {emptyFleet, fleetOf, hostileFleet} from './fleets.ts'

const options = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'} as const
const fleets = {empty: emptyFleet, twelve: fleetOf(12), hostile: hostileFleet}

async function written(format: string, fleet: keyof typeof fleets): Promise<string> {
  const write = await fleetReporters[format]?.()
  if (!write) throw new Error(`no format ${format}`)
  return [...write(fleets[fleet], options)].join('')
}

const schemaOf = (name: string) => JSON.parse(readFileSync(`docs/${name}`, 'utf8'))

for (const name of Object.keys(fleets) as (keyof typeof fleets)[]) {
  test(`json of ${name} fits the published schema and says the same as the report`, async (t) => {
    const ajv = new Ajv2020({strict: true, allowUnionTypes: true, formats: {'date-time': true}, strictRequired: false})
    ajv.addSchema(schemaOf('report.schema.json'), 'report.schema.json')
    const validate = ajv.compile(schemaOf('fleet-report.schema.json'))
    const text = await written('json', name)
    const document = JSON.parse(text)
    t.true(validate(document), JSON.stringify(validate.errors))
    t.is(text, `${JSON.stringify(document, undefined, 2)}\n`)
    t.is(document.hosts.length, fleets[name].hosts.length)
  })

  test(`sarif of ${name} is one run whose results are told apart`, async (t) => {
    const document = JSON.parse(await written('sarif', name))
    t.is(document.runs.length, 1)
    const [{results, tool}] = document.runs
    for (const {ruleId, ruleIndex} of results) t.is(tool.driver.rules[ruleIndex].id, ruleId)
    const fingerprints = results.map((result: {partialFingerprints: object}) =>
      JSON.stringify(result.partialFingerprints),
    )
    t.is(new Set(fingerprints).size, fingerprints.length)
  })
}

test('junit counts its cases, names them once, and an unreachable host is an error', async (t) => {
  const xml = await written('junit', 'twelve')
  const cases = [...xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"/g)].map(
    ([, name, owner]) => `${owner} ${name}`,
  )
  t.is(new Set(cases).size, cases.length)
  t.regex(xml, new RegExp(`<testsuites name="node-preflight" tests="${cases.length}" failures="12" errors="\\d+"`))
  t.true(cases.includes('node-3.docker docker-masquerades-beside-overlay'))
  t.true(cases.includes('fleet.identity machine-id-duplicated [0123456789abcdef0123456789abcdef]'))
  t.regex(xml, /<testcase name="node-dark" classname="fleet\.reach" time="0">\n *<error message="ssh: connect/)
})

test('prometheus has each metric once, with all hosts, as promtool takes it', async (t) => {
  const text = await written('prometheus', 'twelve')
  const types = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name)
  t.is(new Set(types).size, types.length)
  t.true(text.includes('node_preflight_verdict{host="node-3",verdict="fail"} 1\n'))
  t.true(text.includes('node_preflight_fleet_hosts{outcome="unreachable"} 2\n'))
  t.true(text.includes('node_preflight_fleet_unreachable{host="node-shut"} 1\n'))
  if (existsSync('/usr/bin/promtool')) execFileSync('promtool', ['check', 'metrics'], {input: text})
})
