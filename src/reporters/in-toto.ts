import {createHash} from 'node:crypto'
import type {Finding, Report} from '../check/report.ts'
import {isAtLeast} from '../check/verdict.ts'
import {uniquelyNamed} from './finding/finding-text.ts'
import type {Reporter, ReportOptions} from './reporter.ts'

type Standing = 'passed' | 'warned' | 'failed'

/**
 * An in-toto statement of a test result (predicate v0.1), unsigned. Unknown and waived rules are warned of, never passed;
 * an inconclusive check is WARNED.
 */
export const inToto: Reporter = (report, {failOn}) => {
  const judged = uniquelyNamed(report.findings).filter(({outcome}) => outcome !== 'skip')
  const names = (standing: Standing) =>
    judged.filter((finding) => standingOf(finding, failOn) === standing).map(({name}) => name)
  const [passedTests, warnedTests, failedTests] = [names('passed'), names('warned'), names('failed')]
  const result = report.verdict === 'fail' ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED'
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [subjectOf(report)],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {result, configuration: configurationOf(report), passedTests, warnedTests, failedTests},
  }
  return `${JSON.stringify(statement, undefined, 2)}\n`
}

function standingOf({outcome, severity}: Finding, failOn: ReportOptions['failOn']): Standing {
  if (outcome === 'fail' && isAtLeast(severity, failOn === 'never' ? 'error' : failOn)) return 'failed'
  return outcome === 'pass' ? 'passed' : 'warned'
}

/** What was checked: the image the user named, else the values that were read on the host. */
function subjectOf({image, host, findings}: Report) {
  if (image !== undefined) return image
  const values = findings.flatMap(({evidence}) => evidence.map(({fact, value}) => [fact, value ?? null]))
  const sha256 = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  return {name: host.name, digest: {sha256}, annotations: {digestOf: 'the evidence in the JSON report'}}
}

function configurationOf({tool, phase, ruleSet}: Report) {
  const program = {name: tool.name, uri: `pkg:npm/${tool.name}@${tool.version}`, annotations: {phase}}
  if (ruleSet === undefined) return [program]
  const {sha256, rules} = ruleSet
  return [program, {name: 'rules', digest: {sha256}, annotations: {rules}}]
}
