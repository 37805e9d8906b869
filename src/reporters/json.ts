import type {Evidence, Finding} from '../check/report.ts'
import type {Reporter} from './reporter.ts'

/** The report as published in docs/report.schema.json, keys in a fixed order. */
export const json: Reporter = (report) => {
  const {findings, ...head} = report
  return `${JSON.stringify({...head, findings: findings.map(publish)}, undefined, 2)}\n`
}

function publish(finding: Finding): unknown {
  const {rule, subject, title, severity, outcome, item, message, reason, evidence, why, fix, references} = finding
  const published = evidence.map(publishEvidence)
  return {rule, subject, title, severity, outcome, item, message, reason, evidence: published, why, fix, references}
}

const publishEvidence = ({fact, value, source, overrode}: Evidence) => ({fact, value: value ?? null, source, overrode})
