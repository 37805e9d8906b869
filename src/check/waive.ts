import {covers, isExpired, isOnHost, type Waiver} from '../rules/waivers.ts'
import type {Finding, Notice} from './report.ts'

/**
 * Findings with the failing ones that a waiver covers waived, and what is to be said of the waivers: those that expired no
 * longer cover, and those for this host that covered nothing although their rule was decided are of no use.
 */
export function waive(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  host: string,
  now: Date,
): {readonly findings: readonly Finding[]; readonly notices: readonly Notice[]} {
  if (waivers.length === 0) return {findings, notices: []}
  const used = new Set<Waiver>()
  const judged = findings.map((finding) => {
    if (finding.outcome !== 'fail') return finding
    const covering = waivers.filter((waiver) => covers(waiver, finding.rule, finding.item, host))
    for (const waiver of covering) used.add(waiver)
    const valid = covering.find((waiver) => !isExpired(waiver, now))
    if (valid) return {...finding, outcome: 'waived' as const, reason: reasonOf(valid)}
    const notes = covering.map((waiver) => `${nameOf(waiver)} expired on ${waiver.expires}: ${waiver.reason}`)
    return notes.length === 0 ? finding : {...finding, notes: [...(finding.notes ?? []), ...notes]}
  })
  const expired = waivers.filter((waiver) => used.has(waiver) && isExpired(waiver, now))
  const unused = waivers.filter((waiver) => !used.has(waiver) && isOnHost(waiver, host) && isDecided(waiver, findings))
  return {
    findings: judged,
    notices: [
      ...expired.map((waiver) => notice(waiver, `expired on ${waiver.expires} and covers nothing any more`)),
      ...unused.map((waiver) => notice(waiver, 'covers nothing that fails here')),
    ],
  }
}

/** Whether the rule of a waiver was run and nothing of it was skipped or is unknown. */
function isDecided({rule}: Waiver, findings: readonly Finding[]): boolean {
  const own = findings.filter((finding) => finding.rule === rule)
  return own.length > 0 && own.every(({outcome}) => outcome === 'pass' || outcome === 'fail')
}

function reasonOf({reason, owner, expires}: Waiver): string {
  const details = [...(owner === undefined ? [] : [owner]), ...(expires === undefined ? [] : [`until ${expires}`])]
  return details.length === 0 ? reason : `${reason} (${details.join(', ')})`
}

const nameOf = ({owner}: Waiver): string => (owner === undefined ? 'a waiver' : `a waiver of ${owner}`)

const notice = (waiver: Waiver, what: string): Notice => ({
  about: 'waiver',
  message: `the waiver of ${waiver.rule}${waiver.item === undefined ? '' : ` [${waiver.item}]`} ${what}`,
  source: {file: waiver.place.file, line: waiver.place.line},
})
