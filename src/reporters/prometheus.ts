import type {Finding, Report} from '../check/report.ts'
import type {Reporter} from './reporter.ts'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

/**
 * Gauges in the text format of Prometheus, for the textfile collector of node_exporter: no timestamps, no types beyond
 * the classic ones, no label with unbounded values.
 */
export const prometheus: Reporter = (report) => `${metricsOf([{labels: {}, report}]).join('\n')}\n`

/** The metrics of reports, the samples of each told apart by labels of its own. */
export const metricsOf = (reports: readonly {readonly labels: Labels; readonly report: Report}[]): readonly string[] =>
  metrics.flatMap(([name, help, samplesOf]) => {
    const samples = reports.flatMap(({labels, report}) =>
      samplesOf(report).map(([own, value]): Sample => [{...labels, ...own}, value]),
    )
    return metric(name, help, samples)
  })

const metrics: readonly (readonly [name: string, help: string, samplesOf: (report: Report) => readonly Sample[]])[] = [
  ['info', 'Version and circumstances of the check; always 1.', (report) => [[aboutOf(report), 1]]],
  ['verdict', 'The verdict of the last check: 1 for the one that was reached.', (report) => verdictsOf(report)],
  ['findings', 'Findings of the last check by severity and outcome.', ({findings}) => countsOf(findings)],
  ['rule_findings', 'Findings of each rule that failed, is unknown or is waived.', ({findings}) => rulesOf(findings)],
  ['last_run_timestamp_seconds', 'When the last check started.', ({startedAt}) => [[{}, Date.parse(startedAt) / 1000]]],
  ['last_run_duration_seconds', 'How long the last check took.', ({durationMs}) => [[{}, durationMs / 1000]]],
]

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

/** How often each rule came to what is neither pass nor skip. */
export function rulesOf(findings: readonly Finding[]): readonly Sample[] {
  const counts = new Map<string, Sample>()
  for (const {rule, subject, severity, outcome} of findings) {
    if (outcome === 'pass' || outcome === 'skip') continue
    const labels = {rule, subject, severity, outcome}
    const key = JSON.stringify(labels)
    counts.set(key, [labels, (counts.get(key)?.[1] ?? 0) + 1])
  }
  return [...counts.values()]
}

/** One metric with its samples; nothing where it has none. */
export function metric(name: string, help: string, samples: readonly Sample[]): readonly string[] {
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
