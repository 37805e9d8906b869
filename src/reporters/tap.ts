import {isAtLeast} from '../check/verdict.ts'
import {saysOf, uniquelyNamed} from './finding/finding-text.ts'
import type {Reporter, ReportOptions} from './reporter.ts'
import {safe} from './terminal/safe.ts'
import {yamlLines} from './yaml/lines.ts'

type Named = ReturnType<typeof uniquelyNamed>[number]

/**
 * TAP version 14. A failing rule below `failOn` and a waived one are failing TODOs, which do not count; what is skipped, or
 * unknown below error severity, is a SKIP; an unknown rule of error severity is not ok.
 */
export const tap: Reporter = ({findings, notices = []}, options) => {
  const plan = findings.length === 0 ? '1..0 # SKIP no rule was checked' : `1..${findings.length}`
  const points = uniquelyNamed(findings).flatMap((finding, index) => pointOf(finding, index + 1, options))
  return `${['TAP version 14', plan, ...points, ...notices.map(({message}) => `# ${safe(message)}`)].join('\n')}\n`
}

function pointOf(finding: Named, number: number, {failOn}: ReportOptions): readonly string[] {
  const isOk = finding.outcome === 'pass' || finding.outcome === 'skip' || isSkippedUnknown(finding)
  const directive = directiveOf(finding, isAtLeast(finding.severity, failOn === 'never' ? 'error' : failOn))
  const suffix = directive === undefined ? '' : ` # ${escaped(directive)}`
  const head = `${isOk ? 'ok' : 'not ok'} ${number} - ${escaped(finding.name)}${suffix}`
  return isOk ? [head] : [head, ...detailsOf(finding)]
}

function directiveOf(finding: Named, fails: boolean): string | undefined {
  const {outcome, severity} = finding
  if (outcome === 'skip') return `SKIP ${saysOf(finding)}`
  if (isSkippedUnknown(finding)) return `SKIP unknown: ${saysOf(finding)}`
  if (outcome === 'waived') return `TODO waived: ${finding.reason ?? ''}`
  return outcome === 'fail' && !fails ? `TODO ${severity}` : undefined
}

const isSkippedUnknown = ({outcome, severity}: Named): boolean => outcome === 'unknown' && severity !== 'error'

function detailsOf({outcome, severity, title, message, reason, evidence, why, fix}: Named): readonly string[] {
  const values = evidence.map(({fact, value, source}) => ({fact, value: value ?? null, source}))
  const details = {outcome, severity, title, message, reason, evidence: values, why, fix}
  return ['---', ...yamlLines(details), '...'].map((line) => `  ${line}`)
}

const escaped = (text: string): string => safe(text).replace(/[\\#]/g, '\\$&')
