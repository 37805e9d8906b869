import {type FleetReport, fleetVerdict, summaryOf} from '../../../src/check/fleet-report.ts'
import type {Finding} from '../../../src/check/report.ts'
import {everyOutcome, hostile, reportOf} from '../reports.ts'

const evidenceless = (finding: Finding): Finding => ({...finding, evidence: []})

/** What passes in every report of the fleets below. */
const passing = everyOutcome.findings.filter(({outcome}) => outcome === 'pass').map(evidenceless)
const worst = everyOutcome.findings.find(({outcome, severity}) => outcome === 'fail' && severity === 'error')

/** Two hosts with one machine id, as a rule over all hosts says it. */
const duplicated: Finding = {
  rule: 'machine-id-duplicated',
  subject: 'identity',
  title: 'Another node has the same machine id',
  severity: 'error',
  outcome: 'fail',
  item: '0123456789abcdef0123456789abcdef',
  hosts: ['node-3', 'node-7'],
  message: 'the machine id 0123456789abcdef0123456789abcdef on node-3 and node-7',
  evidence: [],
  ruleFile: 'rules/identity/machine-id-duplicated.yaml',
  why: 'DHCP gives both one address.',
  fix: {text: 'Make a new id.', commands: ['systemd-machine-id-setup']},
  references: [],
}

/**
 * A fleet of node-1 to node-`count`: the worst fault on all but every tenth, every outcome on node-7, and two hosts that
 * could not be reached.
 */
export function fleetOf(count: number): FleetReport {
  const hosts = Array.from({length: count}, (_, index) => {
    const name = `node-${index + 1}`
    const own = index % 10 === 9 ? passing : [...(worst ? [worst] : []), ...passing]
    const report = index === 6 ? everyOutcome : reportOf(own)
    return {name, report: {...report, host: {...report.host, name}}}
  })
  return withTotals({
    findings: [duplicated],
    hosts,
    unreachable: [
      {name: 'node-dark', reason: 'ssh: connect to host node-dark port 22: Connection refused'},
      {name: 'node-shut', reason: 'root@node-shut: Permission denied (publickey,password).'},
    ],
  })
}

/** Hosts that try to act on whoever reads the report. */
export const hostileFleet: FleetReport = withTotals({
  findings: hostile.findings.map((finding) => ({...finding, hosts: ['\x1b[2Jnode']})),
  hosts: [{name: '"><script>alert(1)</script>\x1b[31m', report: hostile}],
  unreachable: [{name: '\x1b]0;x\x07', reason: '</style><img src=x onerror=alert(1)>\x1b[2J\u202e'}],
})

export const emptyFleet: FleetReport = withTotals({findings: [], hosts: [], unreachable: []})

function withTotals(rest: Pick<FleetReport, 'findings' | 'hosts' | 'unreachable'>): FleetReport {
  const summary = summaryOf(rest)
  return {
    apiVersion: 'node-preflight/v1',
    kind: 'FleetReport',
    tool: everyOutcome.tool,
    startedAt: '2026-12-01T03:00:00.000Z',
    durationMs: 4100,
    verdict: fleetVerdict({findings: rest.findings, summary}, 'error'),
    summary,
    ...rest,
  }
}
