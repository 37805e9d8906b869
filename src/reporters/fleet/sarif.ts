import type {Finding} from '../../check/report.ts'
import {uniquelyNamed} from '../finding/finding-text.ts'
import {sarifRules} from '../sarif/rules.ts'
import {resultOf} from '../sarif.ts'
import type {FleetReporter} from './reporter.ts'

/**
 * SARIF 2.1.0 with one run over all hosts, as GitHub takes no more than 20: files stand in a folder named after their host.
 * What the rules over all hosts say has the place of the rule. Hosts that could not be reached are errors of the run.
 */
export const fleetSarif: FleetReporter = ({
  tool,
  hosts,
  findings,
  unreachable,
  startedAt,
  durationMs,
  verdict,
  summary,
}) => {
  const isNotable = ({outcome}: Finding) => outcome !== 'pass' && outcome !== 'skip'
  const own = hosts.map(({name, report}) => ({name, findings: report.findings.filter(isNotable)}))
  const across = findings.filter(isNotable)
  const rules = sarifRules([...across, ...own.flatMap((host) => host.findings)])
  const indexes = new Map(rules.map(({id}, index) => [id, index]))
  const indexOf = (finding: Finding) => indexes.get(finding.rule) ?? -1
  const run = {
    tool: {driver: {name: tool.name, version: tool.version, semanticVersion: tool.version, rules}},
    automationDetails: {id: 'node-preflight/fleet/'},
    invocations: [
      {
        executionSuccessful: true,
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
        toolExecutionNotifications: unreachable.map(({name, reason}) => ({
          level: 'error',
          message: {text: `${name} could not be reached: ${reason}`},
        })),
      },
    ],
    originalUriBaseIds: {HOSTS: {uri: 'file:///'}},
    columnKind: 'utf16CodeUnits',
    results: [
      ...uniquelyNamed(across).map((finding) => resultOf(finding, indexOf(finding), finding.name)),
      ...own.flatMap(({name: host, findings: notable}) =>
        uniquelyNamed(notable).map((finding) => {
          return resultOf(finding, indexOf(finding), `${host} ${finding.name}`, host)
        }),
      ),
    ],
    properties: {verdict, summary},
  }
  const document = {$schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run]}
  return [`${JSON.stringify(document, undefined, 2)}\n`]
}
