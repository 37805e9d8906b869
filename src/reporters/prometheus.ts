import type {Finding, Report} from '../check/report.ts'
import type {Reporter} from './reporter.ts'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

/**
 * Gauges in the text format of Prometheus, for the textfile collector of node_exporter: no timestamps, no types beyond
 * the classic ones, no label with unbounded values.
 */
export const prometheus: Reporter = (report) =>
  [
    ...metric('info', 'Version and circumstances of the check; always 1.', [[aboutOf(report), 1]]),
    ...metric('verdict', 'The verdict of the last check: 1 for the one that was reached.', verdictsOf(report)),
    ...metric('findings', 'Findings of the last check by severity and outcome.', countsOf(report.findings)),
    ...metric('rule_findings', 'Findings of each rule that failed, is unknown or is waived.', rulesOf(report.findings)),
    ...metric('last_run_timestamp_seconds', 'When the last check started.', [
      [{}, Date.parse(report.startedAt) / 1000],
    ]),
    ...metric('last_run_duration_seconds', 'How long the last check took.', [[{}, report.durationMs / 1000]]),
    '',
  ].join('\n')

const aboutOf = ({tool, phase, host}: Report): Labels => ({version: tool.version, phase, mode: host.mode})

const verdictsOf = ({verdict}: Report): readonly Sample[] =>
  ['pass', 'fail', 'inconclusive'].map((each) => [{verdict: each}, each === verdict ? 1 : 0])

const countsOf = (findings: readonly Finding[]): readonly Sample[] =>
  ['error', 'warning', 'info'].flatMap((severity) =>
    ['pass', 'fail', 'skip', 'unknown', 'waived'].map((outcome): Sample => {
      const found = findings.filter((finding) => finding.severity === severity && finding.outcome === outcome)
      return [{severity, outcome}, found.length]
    }),
  )

function rulesOf(findings: readonly Finding[]): readonly Sample[] {
  const counts = new Map<string, Sample>()
  for (const {rule, subject, severity, outcome} of findings) {
    if (outcome === 'pass' || outcome === 'skip') continue
    const labels = {rule, subject, severity, outcome}
    const key = JSON.stringify(labels)
    counts.set(key, [labels, (counts.get(key)?.[1] ?? 0) + 1])
  }
  return [...counts.values()]
}

function metric(name: string, help: string, samples: readonly Sample[]): readonly string[] {
  const full = `node_preflight_${name}`
  if (samples.length === 0) return []
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} gauge`,
    ...samples.map(([labels, value]) => `${full}${labelled(labels)} ${value}`),
  ]
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string =>
  value
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
