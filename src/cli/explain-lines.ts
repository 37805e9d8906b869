import type {Finding} from '../check/report.ts'
import {UserError} from '../errors.ts'
import {cut} from '../reporters/finding/finding-text.ts'
import {ranked} from '../reporters/finding/ranked.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {counted, labelled, wrap} from '../reporters/terminal/wrap.ts'
import type {LogLine} from '../rules/log-lines.ts'
import type {Rule} from '../rules/rule.ts'
import type {Suspect} from '../rules/symptoms.ts'
import {displayOf} from './display.ts'
import {hostLines} from './host-lines.ts'
import type {Io} from './io.ts'
import {type Subject, tryRules} from './on-host.ts'

/** Shows what may have written log lines, and whether this host has that fault: what fails here first, then what may. */
export async function explainLines(
  lines: Iterable<string> | AsyncIterable<string>,
  suspectsOf: (line: string) => readonly Suspect[],
  subject: Subject,
  io: Io,
): Promise<void> {
  const {sightings, read} = await sight(lines, suspectsOf)
  if (sightings.length === 0) {
    throw new UserError(`no known fault writes ${read === 1 ? 'this line' : `any of these ${read} lines`}`, {
      hint: 'try the part that says what failed, or `node-preflight check`',
    })
  }
  const rules = [...new Set(sightings.flatMap(({suspect}) => suspect.rule ?? []))]
  const {
    report: {findings},
  } = await tryRules(subject, rules)
  const cases = sightings
    .map((sighting) => ({...sighting, findings: ofRule(findings, sighting.suspect.rule)}))
    .sort((left, right) => rankOf(left) - rankOf(right) || right.suspect.score - left.suspect.score)
  const display = displayOf(subject.setup.args, io.out, io.env)
  const blocks = cases.map((one) => block(one, read, display.columns, styleOf(display)).join('\n'))
  const shown = blocks.slice(0, maxShown)
  const more = cases.slice(maxShown).map(({suspect}) => suspect.rule?.id ?? suspect.fragment)
  const rest = more.length === 0 ? [] : wrap(safe(`less likely: ${more.join(', ')}`), display.columns)
  io.out.write(`${[...shown, ...(rest.length === 0 ? [] : [rest.join('\n')])].join('\n\n')}\n`)
}

const maxShown = 8

/** A suspect with the lines that point to it. */
interface Sighting {
  readonly suspect: Suspect
  readonly lines: number
  readonly first: string
}

type Case = Sighting & {readonly findings: readonly Finding[]}

async function sight(
  lines: Iterable<string> | AsyncIterable<string>,
  suspectsOf: (line: string) => readonly Suspect[],
): Promise<{readonly sightings: readonly Sighting[]; readonly read: number}> {
  const byCause = new Map<Rule | LogLine | undefined, Sighting>()
  let read = 0
  for await (const line of lines) {
    read++
    for (const suspect of suspectsOf(line)) {
      const cause = suspect.rule ?? suspect.known
      const known = byCause.get(cause)
      byCause.set(cause, known ? {...known, lines: known.lines + 1} : {suspect, lines: 1, first: line})
    }
  }
  return {sightings: [...byCause.values()], read}
}

const ofRule = (findings: readonly Finding[], rule: Rule | undefined): readonly Finding[] =>
  rule === undefined ? [] : ranked(findings.filter((finding) => finding.rule === rule.id))

const ranks = ['fails', 'fault', 'harmless here', 'elsewhere', 'absent', 'harmless'] as const

/**
 * What fails here first, then what may; harmless lines where this host is in the state that makes them so, then what is not
 * judged here and what this host is known not to have, last lines that are harmless anywhere.
 */
const rankOf = (one: Case): number => ranks.indexOf(standingOf(one))

function standingOf({findings, suspect: {rule, known}}: Case): (typeof ranks)[number] {
  if (findings.some(({outcome}) => outcome === 'fail' || outcome === 'waived')) return 'fails'
  if (rule === undefined) return known?.kind === 'harmless' ? 'harmless' : 'fault'
  const passes = findings.length > 0 && findings.every(({outcome}) => outcome === 'pass')
  if (passes) return known?.kind === 'harmless' ? 'harmless here' : 'absent'
  return findings.some(({outcome}) => outcome === 'unknown') ? 'fault' : 'elsewhere'
}

const headingOf = (known: LogLine | undefined): string =>
  known?.kind === 'fault' ? 'A KNOWN FAULT, which no rule looks for yet' : 'MAY BE A FAULT, which no rule looks for yet'

/** A line whose fault no rule looks for yet is harmless in the state that its cause names, for all that is known. */
const harmlessHeadings = {
  'harmless here': () => 'HARMLESS here',
  harmless: (known: LogLine | undefined) =>
    known?.rule === undefined ? 'HARMLESS' : 'HARMLESS in the state described',
}

function block(one: Case, read: number, columns: number, style: Style): readonly string[] {
  const {suspect, findings, lines, first} = one
  const {rule, known, fragment} = suspect
  const width = columns - 2
  const standing = standingOf(one)
  const isHarmless = standing === 'harmless' || standing === 'harmless here'
  const heading = isHarmless
    ? style.green(harmlessHeadings[standing](known))
    : style.bold(safe(rule?.title ?? headingOf(known)))
  const prose = (text: string | undefined) => (text === undefined ? [] : wrap(safe(text), width))
  const seen = read === 1 ? [] : [`${counted(lines, 'line')}, the first: ${cut(first.trim(), 160)}`]
  const references = rule === undefined || isHarmless ? (known?.see ?? []) : []
  const body = [
    ...seen.flatMap(prose),
    ...prose(known?.cause),
    ...(standing === 'fails' && known === undefined ? prose(rule?.why) : []),
    ...prose(`matched: ${fragment}`).map(style.dim),
    ...hostLines(findings, width, style),
    ...references.flatMap((reference) => labelled('see', [safe(reference)], 4)),
    ...(rule === undefined ? [] : [style.dim(safe(`more: node-preflight explain ${rule.id}`))]),
  ]
  return [heading, ...body.map((line) => `  ${line}`)]
}
