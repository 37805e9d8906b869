import type {Finding} from '../../check/report.ts'
import {junitDocument, junitSuites} from '../junit.ts'
import type {FleetReporter} from './reporter.ts'

/**
 * JUnit XML with the suites of every host, whose name begins the class of each case; the rules that compare hosts under
 * `fleet`; and under `reach` an error for each host that could not be reached.
 */
export const fleetJunit: FleetReporter = ({hosts, findings, unreachable, startedAt, durationMs}, {failOn}) => {
  const lost = unreachable.map(({name, reason}): Finding => {
    const title = `${name} could not be reached`
    return {...unreached, rule: name, title, message: title, reason}
  })
  const suites = [
    ...junitSuites({findings, startedAt, host: {name: 'fleet'}}, failOn, 'fleet'),
    ...hosts.flatMap(({name, report}) => {
      return junitSuites({...report, host: {name}}, failOn, name.replaceAll('.', '_'))
    }),
    ...junitSuites({findings: lost, startedAt, host: {name: 'fleet'}}, failOn, 'fleet'),
  ]
  return [junitDocument(suites, durationMs)]
}

const unreached = {subject: 'reach', severity: 'error', outcome: 'unknown', evidence: [], ruleFile: ''} as const
