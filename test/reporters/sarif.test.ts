import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with {type: 'json'}
import {Ajv} from 'ajv'
import test from 'ava'
import {sarif} from '../../src/reporters/sarif.ts'
import {empty, everyOutcome, hostile, huge, plain, reportOf} from './reports.ts'

/** The published schema is of draft 4, from which it uses nothing that later drafts lack. */
const {$schema: _, id: $id, ...schema} = published
const validate = new Ajv({
  strict: false,
  unicodeRegExp: false,
  formats: {'date-time': true, uri: true, 'uri-reference': true},
}).compile({
  $id,
  ...schema,
})

const runOf = (report: typeof everyOutcome) => JSON.parse(sarif(report, plain)).runs[0]

test('every report fits the published schema', (t) => {
  for (const report of [empty, everyOutcome, hostile, huge]) {
    t.true(validate(JSON.parse(sarif(report, plain))), JSON.stringify(validate.errors))
  }
  t.false(validate({version: '2.1.0', runs: [{}]}))
})

test('what GitHub asks for is there: a location, a fingerprint of its own, a rule with its help', (t) => {
  for (const report of [everyOutcome, hostile]) {
    const {results, tool} = runOf(report)
    for (const {locations, ruleIndex, ruleId, message} of results) {
      t.true(locations[0].physicalLocation.region.startLine >= 1)
      t.is(tool.driver.rules[ruleIndex].id, ruleId)
      t.true(tool.driver.rules[ruleIndex].help.text.length > 0)
      t.true(message.text.length > 0)
    }
    const prints = results.map((result: {partialFingerprints: object}) => JSON.stringify(result.partialFingerprints))
    t.is(new Set(prints).size, results.length)
  }
})

test('the deciding line is the location, else the file of the rule', (t) => {
  const byRule = new Map<string, {locations: {physicalLocation: object}[]}>(
    runOf(everyOutcome).results.map((result: {ruleId: string}) => [result.ruleId, result]),
  )
  t.deepEqual(byRule.get('docker-masquerades-beside-overlay')?.locations[0]?.physicalLocation, {
    artifactLocation: {uri: 'etc/docker/daemon.json', uriBaseId: 'HOST'},
    region: {startLine: 3},
  })
  t.deepEqual(byRule.get('cni-plugin-missing')?.locations[0]?.physicalLocation, {
    artifactLocation: {uri: 'rules/docker/x.yaml'},
    region: {startLine: 1},
  })
})

test('a waived finding is suppressed with its reason, an unknown one open, a pass no result', (t) => {
  const results: {ruleId: string; kind: string; level: string; suppressions?: {justification: string}[]}[] =
    runOf(everyOutcome).results
  t.deepEqual(
    results.map(({ruleId, kind, level, suppressions}) => [ruleId, kind, level, suppressions?.[0]?.justification]),
    [
      ['cni-plugin-missing', 'fail', 'warning', undefined],
      ['cni-plugin-missing', 'fail', 'warning', undefined],
      ['docker-masquerades-beside-overlay', 'fail', 'error', undefined],
      ['docker-forward-policy-drop', 'fail', 'error', 'kube-proxy opens it again, until 2027'],
      ['secret-volume-mislabelled', 'open', 'none', undefined],
      ['kubelet-directory-mislabelled', 'open', 'none', undefined],
    ],
  )
})

test('a fingerprint stays when the line moves and the message changes', (t) => {
  const [finding] = everyOutcome.findings
  if (!finding) return t.fail()
  const moved = {...finding, message: 'other', evidence: [{fact: 'x', value: 1, source: {file: '/x', line: 9}}]}
  const printOf = (each: typeof finding) => runOf(reportOf([each])).results[0].partialFingerprints
  t.deepEqual(printOf(moved), printOf(finding))
  t.notDeepEqual(printOf({...finding, item: 'other'}), printOf(finding))
})
