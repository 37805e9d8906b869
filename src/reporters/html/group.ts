import type {Finding} from '../../check/report.ts'
import {ranked} from '../finding/ranked.ts'

/** Findings that differ in their item only, and are shown as one. */
export interface Group {
  readonly first: Finding
  readonly findings: readonly Finding[]
}

/** The findings of each rule with one outcome and severity, in the order of their weight. */
export function groups(findings: readonly Finding[]): readonly Group[] {
  const byKey = new Map<string, Finding[]>()
  for (const finding of ranked(findings)) {
    const key = JSON.stringify([finding.rule, finding.outcome, finding.severity])
    const group = byKey.get(key)
    if (group) group.push(finding)
    else byKey.set(key, [finding])
  }
  return [...byKey.values()].flatMap((group) => (group[0] ? [{first: group[0], findings: group}] : []))
}
