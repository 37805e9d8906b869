import {exactPattern, type LogPattern, loosePattern, meets, normaliseLine} from '../text/log-line.ts'
import type {LogLine} from './log-lines.ts'
import type {Rule} from './rule.ts'

/** What a log line may come from: a rule, a known line, or both where the known line names the rule. */
export interface Suspect {
  readonly rule?: Rule
  readonly known?: LogLine
  /** The fragment that was met. */
  readonly fragment: string
  /** How much of the line it explains, in characters; less where names differ. */
  readonly score: number
}

/** How much less a fragment says whose names, paths or numbers are not those of the line. */
const looseness = 0.45
/** Suspects that explain less than this share of what the best one does are dropped. */
const relevance = 0.33

/** Makes a function that tells what may have written a log line, the likeliest first; nothing for a line that nobody knows. */
export function suspector(rules: readonly Rule[], known: readonly LogLine[]): (line: string) => readonly Suspect[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const sources = [
    ...rules.map((rule) => ({of: {rule}, fragments: rule.symptoms})),
    ...known.map((one) => ({of: ofKnown(one, byId.get(one.rule ?? '')), fragments: one.lines})),
  ]
  const patterns = sources.flatMap(({of, fragments}) =>
    fragments.flatMap((fragment) => gradesOf(fragment).map((grade) => ({...grade, of, fragment}))),
  )
  const byWord = new Map<string, typeof patterns>()
  for (const one of patterns) {
    const word = keyWord(one.pattern)
    byWord.set(word, [...(byWord.get(word) ?? []), one])
  }
  return (line) => {
    const normalised = normaliseLine(line)
    const words = ['', ...new Set(normalised.match(/\w+/g))]
    const met = words
      .flatMap((word) => byWord.get(word) ?? [])
      .filter(({pattern}) => meets(pattern, normalised))
      .map(({of, fragment, score}): Suspect => ({...of, fragment, score}))
    return merged(met)
  }
}

/** The longest word that a line must have as a word to meet a pattern, so that most patterns need not be tried; else empty. */
function keyWord({parts}: LogPattern): string {
  const words = parts.flatMap((part) => part.match(/(?<=\W)\w+(?=\W)/g) ?? [])
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}

const ofKnown = (known: LogLine, rule: Rule | undefined): Pick<Suspect, 'rule' | 'known'> =>
  rule === undefined ? {known} : {known, rule}

function gradesOf(fragment: string): readonly {readonly pattern: LogPattern; readonly score: number}[] {
  const [exact, loose] = [exactPattern(fragment), loosePattern(fragment)]
  return [{pattern: exact, score: exact.weight}, ...(loose ? [{pattern: loose, score: loose.weight * looseness}] : [])]
}

/** One suspect for each rule, or for each known line without one, the best fragment first. */
function merged(met: readonly Suspect[]): readonly Suspect[] {
  const best = Math.max(...met.map(({score}) => score))
  const byCause = new Map<Rule | LogLine | undefined, Suspect>()
  for (const one of met.toSorted((left, right) => right.score - left.score)) {
    if (one.score < best * relevance) break
    const cause = one.rule ?? one.known
    byCause.set(cause, {...one, ...byCause.get(cause)})
  }
  return [...byCause.values()]
}
