import type {Finding, Outcome} from '../../check/report.ts'

const outcomes: readonly Outcome[] = ['fail', 'unknown', 'waived', 'skip', 'pass']
const severities: readonly Finding['severity'][] = ['error', 'warning', 'info']

/** Findings in the order of their weight: what failed before what is unknown, and in each the worst first. */
export const ranked = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((left, right) => rankOf(left) - rankOf(right))

const rankOf = ({outcome, severity}: Finding): number =>
  outcomes.indexOf(outcome) * severities.length + severities.indexOf(severity)
