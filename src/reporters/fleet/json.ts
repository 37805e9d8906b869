import {isCommon} from '../../check/common-findings.ts'
import type {Finding} from '../../check/report.ts'
import {published, publishedFinding} from '../json.ts'
import type {FleetReporter} from './reporter.ts'

/** The report as published in docs/fleet-report.schema.json, keys in a fixed order, one host at a time. */
export const fleetJson: FleetReporter = function* ({hosts, unreachable, findings, notices, ...head}) {
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n`
  yield `  "findings": ${indented(published({findings}).findings)},\n`
  yield hosts.length === 0 ? '  "hosts": [' : '  "hosts": [\n'
  const textOf = findingTexts()
  for (const [index, {name, report}] of hosts.entries()) {
    const text = JSON.stringify({name, report: published({...report, findings: []})}, undefined, 2)
    const [before = '', after = ''] = text.split(noFindings)
    const findings = report.findings.map(textOf).join(',')
    const list = findings === '' ? noFindings : `"findings": [${findings}\n        ]`
    yield `    ${indentedBy('    ', before)}${list}${indentedBy('    ', after)}${index < hosts.length - 1 ? ',' : ''}\n`
  }
  yield hosts.length === 0 ? '],\n' : '  ],\n'
  yield `  "unreachable": ${indented(unreachable)}`
  yield notices === undefined ? '\n}\n' : `,\n  "notices": ${indented(notices)}\n}\n`
}

/** No text in JSON can hold it, for there quotes are escaped. */
const noFindings = '"findings": []'

/** The texts of findings as items of a host's report; those that many hosts have in common are made once. */
function findingTexts(): (finding: Finding) => string {
  const known = new WeakMap<Finding, string>()
  return (finding) => {
    const text =
      known.get(finding) ?? indentedBy('          ', `\n${JSON.stringify(publishedFinding(finding), undefined, 2)}`)
    if (isCommon(finding)) known.set(finding, text)
    return text
  }
}

const indented = (value: unknown): string => indentedBy('  ', JSON.stringify(value, undefined, 2))
const indentedBy = (blanks: string, text: string): string => text.replaceAll('\n', `\n${blanks}`)
