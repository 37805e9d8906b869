import {published} from '../json.ts'
import type {FleetReporter} from './reporter.ts'

/** The report as published in docs/fleet-report.schema.json, keys in a fixed order, one host at a time. */
export const fleetJson: FleetReporter = function* ({hosts, unreachable, findings, notices, ...head}) {
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n`
  yield `  "findings": ${indented(published({findings}).findings)},\n`
  yield hosts.length === 0 ? '  "hosts": [' : '  "hosts": [\n'
  for (const [index, {name, report}] of hosts.entries()) {
    const text = JSON.stringify({name, report: published(report)}, undefined, 2).replaceAll('\n', '\n    ')
    yield `    ${text}${index < hosts.length - 1 ? ',' : ''}\n`
  }
  yield hosts.length === 0 ? '],\n' : '  ],\n'
  yield `  "unreachable": ${indented(unreachable)}`
  yield notices === undefined ? '\n}\n' : `,\n  "notices": ${indented(notices)}\n}\n`
}

const indented = (value: unknown): string => JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')
