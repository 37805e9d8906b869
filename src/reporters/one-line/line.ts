import type {Report} from '../../check/report.ts'
import {ranked} from '../finding/ranked.ts'
import {tally} from '../finding/tally.ts'

/** What node-problem-detector keeps of a message by default. */
const maxBytes = 80

/** The report in one line of ASCII of at most 80 bytes: the word, the counts, then as many rules as fit. */
export function oneLine(word: string, report: Report): string {
  const counts = tally(report).filter((count) => !/ (passed|skipped|waived)$/.test(count))
  const head = `${word} ${counts.join(', ') || tally(report)[0]}`.slice(0, maxBytes)
  const notable = ranked(report.findings).filter(({outcome}) => outcome === 'fail' || outcome === 'unknown')
  const rules = [...new Set(notable.map(({rule}) => rule.replace(/[^!-{}~]/g, '?')))]
  const lines = rules.map((_, index) => lineOf(head, rules, rules.length - index))
  const shortest = lines.at(-1) ?? head
  return lines.find((line) => line.length <= maxBytes) ?? cutTo(shortest)
}

const cutTo = (line: string): string => (line.length > maxBytes ? `${line.slice(0, maxBytes - 3)}...` : line)

function lineOf(head: string, rules: readonly string[], shown: number): string {
  const more = rules.length > shown ? `, +${rules.length - shown}` : ''
  return `${head}: ${rules.slice(0, shown).join(', ')}${more}`
}
