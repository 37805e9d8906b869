import {isCommon} from '../check/common-findings.ts'
import type {Finding} from '../check/report.ts'
import type {Looked} from './audit-judge.ts'

/**
 * Findings on their way from a thread. Of those that many hosts have in common each is sent once and goes by its number
 * from then on, which counts them in the order they were sent.
 */
export type SentFindings = readonly (Finding | number)[]

/** Numbers what is sent. */
export function findingSender(): (findings: readonly Finding[]) => SentFindings {
  const numbers = new Map<Finding, number>()
  return (findings) =>
    findings.map((finding) => {
      const number = numbers.get(finding)
      if (number === undefined && isCommon(finding)) numbers.set(finding, numbers.size)
      return number ?? finding
    })
}

/** Gives back what a sender was given, if all that it sent comes in order. Throws where a number was never sent. */
export function findingReceiver(): (sent: SentFindings) => readonly Finding[] {
  const known: Finding[] = []
  return (sent) =>
    sent.map((sent) => {
      const finding = typeof sent === 'number' ? known[sent] : sent
      if (!finding) throw new Error(`A thread names a finding that it never sent: ${sent}`)
      if (sent === finding && isCommon(finding)) known.push(finding)
      return finding
    })
}

/** What was learned of a host, with other findings. */
export function withFindings(looked: Looked, findings: readonly Finding[]): Looked {
  return 'report' in looked ? {...looked, report: {...looked.report, findings}} : looked
}
