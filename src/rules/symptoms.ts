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
      .map(({of, fragment, ...grade}): Match => ({...of, fragment, ...grade}))
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

/** How well a pattern of a fragment fits; a fragment with `…` says itself what may be other, and fits as written alone. */
interface Grade {
  readonly pattern: LogPattern
  readonly score: number
  readonly isLoose: boolean
}

function gradesOf(fragment: string): readonly Grade[] {
  const exact = exactPattern(fragment)
  const loose = fragment.includes('…') ? undefined : loosePattern(fragment)
  return [
    {pattern: exact, score: exact.weight, isLoose: false},
    ...(loose ? [{pattern: loose, score: loose.weight * looseness, isLoose: true}] : []),
  ]
}

type Match = Suspect & Pick<Grade, 'pattern' | 'isLoose'>

/** Whether a match is of no use beside a better one: it only fits loosely, or the better one tells the same without a rule. */
const isOutdone = (one: Match, better: Match): boolean =>
  better.score > one.score &&
  ((one.isLoose && !better.isLoose) || (better.rule === undefined && isPart(one.pattern, better.pattern)))

/** Whether all that a pattern looks for is in what another looks for. */
const isPart = (one: LogPattern, other: LogPattern): boolean =>
  one.parts.every((part) => other.parts.some((each) => each.includes(part)))

/** Whether a known line names the rule, which then comes before others that fit as well. */
const isKnown = ({rule, known}: Suspect): boolean => rule !== undefined && known !== undefined

/** One suspect for each rule, or for each known line without one, the best fragment first. */
function merged(met: readonly Match[]): readonly Suspect[] {
  const best = Math.max(...met.map(({score}) => score))
  const byCause = new Map<Rule | LogLine | undefined, Suspect>()
  const sorted = met.toSorted(
    (left, right) => right.score - left.score || Number(isKnown(right)) - Number(isKnown(left)),
  )
  for (const {pattern, isLoose, ...one} of sorted.filter((each) => !sorted.some((better) => isOutdone(each, better)))) {
    if (one.score < best * relevance) break
    const cause = one.rule ?? one.known
    byCause.set(cause, {...one, ...byCause.get(cause)})
  }
  return [...byCause.values()]
}
