import type {Finding} from '../../check/report.ts'

/** What a finding goes by: its rule, with the item it speaks of. */
export const nameOf = ({rule, item}: Pick<Finding, 'rule' | 'item'>): string =>
  item === undefined ? rule : `${rule} [${item}]`

/** What a finding says in one text: what is wrong, or why nobody knows or cares. */
export function saysOf({outcome, message, reason}: Finding): string {
  if (reason === undefined || outcome === 'fail') return message
  return outcome === 'waived' ? `${message} (waived: ${reason})` : reason
}

/** Findings with names that are unique among them: repeated items are numbered, as GitLab drops a second case of one name. */
export function uniquelyNamed(findings: readonly Finding[]): readonly (Finding & {readonly name: string})[] {
  const seen = new Map<string, number>()
  return findings.map((finding) => {
    const name = nameOf(finding)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return {...finding, name: count === 1 ? name : `${name} #${count}`}
  })
}

/** The first `limit` characters of a text, no character halved, with a word on what was left out. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}... (${text.length} characters)`
}
