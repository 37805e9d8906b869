import {metric, metricsOf, rulesOf} from '../prometheus.ts'
import type {FleetReporter} from './reporter.ts'

/** The gauges of every host with a label `host`, how many hosts came to what, and the rules that compare hosts. */
export const fleetPrometheus: FleetReporter = ({hosts, findings, summary, unreachable}) => {
  const counts = Object.entries(summary).map(([outcome, count]) => [{outcome}, count] as const)
  const lost = unreachable.map(({name}) => [{host: name}, 1] as const)
  return [
    ...metricsOf(hosts.map(({name, report}) => ({labels: {host: name}, report}))),
    ...metric('fleet_hosts', 'Hosts of the last audit by verdict, or that could not be reached.', counts),
    ...metric('fleet_unreachable', 'Hosts that the last audit could not reach; always 1.', lost),
    ...metric('fleet_rule_findings', 'Findings of the rules that compare hosts.', rulesOf(findings)),
  ].map((line) => `${line}\n`)
}
