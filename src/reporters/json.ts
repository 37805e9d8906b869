import type {Evidence, Finding, Report} from '../check/report.ts'
import type {Reporter} from './reporter.ts'

/** The report as published in docs/report.schema.json, keys in a fixed order. */
export const json: Reporter = (report) => `${JSON.stringify(published(report), undefined, 2)}\n`

/** The report without what is not published, as a plain value. */
export function published<R extends Pick<Report, 'findings'>>(report: R) {
  const {findings, ...head} = report
  return {...head, findings: findings.map(publishedFinding)}
}

/** A finding without what is not published. */
export function publishedFinding(finding: Finding) {
  const {rule, subject, title, severity, outcome, item, hosts, message, reason, evidence, why, fix, references, notes} =
    finding
  const values = evidence.map(publishedEvidence)
  return {
    rule,
    subject,
    title,
    severity,
    outcome,
    item,
    hosts,
    message,
    reason,
    evidence: values,
    why,
    fix,
    references,
    notes,
  }
}

const publishedEvidence = ({fact, value, source, overrode}: Evidence) => ({
  fact,
  value: value ?? null,
  source,
  overrode,
})
