import {createHash} from 'node:crypto'
import type {Finding, Report} from '../check/report.ts'
import {decidingPlace, type Place} from './finding/deciding-place.ts'
import {saysOf, uniquelyNamed} from './finding/finding-text.ts'
import type {Reporter} from './reporter.ts'
import {levels, sarifRules} from './sarif/rules.ts'

/**
 * SARIF 2.1.0 with what is to be looked at: failing findings, waived ones as suppressed, and unknown ones as open. What
 * passed or was skipped is counted only, as viewers show every result as an alert.
 */
export const sarif: Reporter = (report) => {
  const notable = report.findings.filter(({outcome}) => outcome !== 'pass' && outcome !== 'skip')
  const rules = sarifRules(notable)
  const {name, version} = report.tool
  const run = {
    tool: {driver: {name, version, semanticVersion: version, rules}},
    automationDetails: {id: `node-preflight/${report.phase}/`},
    invocations: [invocationOf(report)],
    originalUriBaseIds: {HOST: {uri: 'file:///'}},
    columnKind: 'utf16CodeUnits',
    results: uniquelyNamed(notable).map((finding) => {
      const ruleIndex = rules.findIndex(({id}) => id === finding.rule)
      return resultOf(finding, ruleIndex, finding.name)
    }),
    properties: {verdict: report.verdict, phase: report.phase, host: report.host, summary: report.summary},
  }
  const document = {$schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run]}
  return `${JSON.stringify(document, undefined, 2)}\n`
}

const invocationOf = ({startedAt, durationMs, notices = []}: Report) => ({
  executionSuccessful: true,
  startTimeUtc: startedAt,
  endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
  toolConfigurationNotifications: notices.map(({message}) => ({level: 'warning', message: {text: message}})),
})

/** One finding as a result; `host` is the folder its files are told in, where a report is of many hosts. */
export function resultOf(finding: Finding, ruleIndex: number, name: string, host = '') {
  const isOpen = finding.outcome === 'unknown'
  const isWaived = finding.outcome === 'waived'
  return {
    ruleId: finding.rule,
    ruleIndex,
    kind: isOpen ? 'open' : 'fail',
    level: isOpen ? 'none' : levels[finding.severity],
    message: {
      text: `${host === '' ? '' : `${host}: `}${(isWaived ? finding.message : saysOf(finding)) || finding.title}`,
    },
    locations: [{physicalLocation: locationOf(decidingPlace(finding), host)}],
    partialFingerprints: {primaryLocationLineHash: fingerprintOf(name)},
    ...(isWaived ? {suppressions: [suppressionOf(finding)]} : {}),
  }
}

const suppressionOf = ({reason = ''}: Finding) => ({kind: 'external', status: 'accepted', justification: reason})

function locationOf({file, line = 1, of}: Place, host: string) {
  const path = file
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  const folder = host === '' ? '' : `${encodeURIComponent(host)}/`
  const artifactLocation =
    of === 'host' ? {uri: folder + path.replace(/^\/+/, ''), uriBaseId: folder ? 'HOSTS' : 'HOST'} : {uri: path}
  return {artifactLocation, region: {startLine: line}}
}

/** Stays the same while the rule finds the same item at fault, wherever its file or line moves. */
const fingerprintOf = (name: string): string => `${createHash('sha256').update(name).digest('hex').slice(0, 32)}:1`
