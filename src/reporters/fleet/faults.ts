import type {FleetReport} from '../../check/fleet-report.ts'
import type {Finding, Outcome} from '../../check/report.ts'

/** One rule that came to one outcome and severity on some hosts. */
export interface Fault {
  readonly first: Finding
  /** In the order of the hosts, each once. */
  readonly hosts: readonly string[]
  readonly findings: readonly (Finding & {readonly host: string})[]
}

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info']

/** The faults with one of these outcomes, the worst first, and among equals those on most hosts. */
export function faultsOf({hosts}: FleetReport, outcomes: readonly Outcome[]): readonly Fault[] {
  const byKey = new Map<string, {findings: (Finding & {host: string})[]; hosts: Set<string>}>()
  for (const {name, report} of hosts) {
    for (const finding of report.findings) {
      if (!outcomes.includes(finding.outcome)) continue
      const key = faultKey(finding)
      const fault = byKey.get(key) ?? {findings: [], hosts: new Set()}
      fault.findings.push({...finding, host: name})
      fault.hosts.add(name)
      byKey.set(key, fault)
    }
  }
  return [...byKey.values()]
    .flatMap(({findings, hosts: names}) => {
      const [first] = findings
      return first ? [{first, hosts: [...names], findings}] : []
    })
    .sort(
      (a, b) =>
        outcomes.indexOf(a.first.outcome) - outcomes.indexOf(b.first.outcome) ||
        severities.indexOf(a.first.severity) - severities.indexOf(b.first.severity) ||
        b.hosts.length - a.hosts.length ||
        (a.first.rule < b.first.rule ? -1 : 1),
    )
}

/** What findings of one fault share. */
export const faultKey = ({rule, outcome, severity}: Finding): string => `${rule} ${outcome} ${severity}`
