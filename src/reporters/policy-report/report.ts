import {createHash} from 'node:crypto'
import type {Finding, Report} from '../../check/report.ts'
import {isAtLeast} from '../../check/verdict.ts'
import {cut, saysOf} from '../finding/finding-text.ts'
import {ranked} from '../finding/ranked.ts'
import type {ReportOptions} from '../reporter.ts'

/** The API server takes objects of up to about 1.5 MiB; what comes last in weight is left out before that. */
const maxBytes = 1_000_000
const maxText = 1000
const results = ['pass', 'fail', 'warn', 'error', 'skip'] as const
type Result = (typeof results)[number]

/** A cluster-scoped policy report about a node; both published APIs share this shape. */
export function policyReport(api: {apiVersion: string; kind: string}, report: Report, {failOn}: ReportOptions) {
  const threshold = failOn === 'never' ? 'error' : failOn
  const seconds = Math.floor(Date.parse(report.startedAt) / 1000)
  const all = ranked(report.findings).map((finding) => resultOf(finding, threshold, seconds))
  const kept = fitting(all)
  const left = all.length - kept.length
  const note = left === 0 ? {} : {'node-preflight/results-left-out': String(left)}
  return {
    ...api,
    metadata: {
      name: objectName(`node-preflight-${report.host.name}`),
      labels: {'app.kubernetes.io/managed-by': 'node-preflight'},
      annotations: {'node-preflight/verdict': report.verdict, 'node-preflight/phase': report.phase, ...note},
    },
    scope: {apiVersion: 'v1', kind: 'Node', name: objectName(report.host.name)},
    summary: Object.fromEntries(results.map((each) => [each, all.filter(({result}) => result === each).length])),
    results: kept,
  }
}

function resultOf(finding: Finding, threshold: ReportOptions['failOn'], seconds: number) {
  const {rule, subject, severity, outcome, item, reason, fix} = finding
  const properties = {
    ...(outcome === 'waived' || outcome === 'unknown' ? {outcome} : {}),
    ...(item === undefined ? {} : {item: cut(item, maxText)}),
    ...(reason === undefined ? {} : {reason: cut(reason, maxText)}),
    ...(outcome !== 'fail' || fix === undefined ? {} : {fix: cut([fix.text, ...fix.commands].join('\n'), maxText)}),
  }
  const result = resultWord(finding, threshold)
  return {
    source: 'node-preflight',
    policy: subject,
    rule,
    category: 'Node preflight',
    severity: ({error: 'high', warning: 'medium', info: 'info'} as const)[severity],
    result,
    scored: result !== 'warn',
    message: cut(saysOf(finding) || finding.title, maxText),
    timestamp: {seconds, nanos: 0},
    properties,
  }
}

/** `warn` is unmet and not scored, `error` could not be evaluated, `skip` does not apply or is excepted. */
function resultWord({outcome, severity}: Finding, threshold: ReportOptions['failOn']): Result {
  if (outcome === 'fail') return isAtLeast(severity, threshold) ? 'fail' : 'warn'
  return ({pass: 'pass', skip: 'skip', waived: 'skip', unknown: 'error'} as const)[outcome]
}

function fitting<T>(values: readonly T[]): readonly T[] {
  let bytes = 0
  const end = values.findIndex((value) => {
    bytes += Buffer.byteLength(JSON.stringify(value))
    return bytes > maxBytes
  })
  return end < 0 ? values : values.slice(0, end)
}

/** A DNS label (RFC 1123) for any name; one that had to change ends in a digest of what it was, so that two stay two. */
function objectName(name: string): string {
  if (/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(name) && !/\.[-.]|-\./.test(name)) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
  return `${readable.slice(0, 54)}-${digest}`.replace(/-+/g, '-').replace(/^-/, '')
}
