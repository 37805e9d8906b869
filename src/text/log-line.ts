/** A piece of a log line to look for: its parts must follow each other in a line, and the longer they are the more they say. */
export interface LogPattern {
  readonly parts: readonly string[]
  /** How many characters must be met. */
  readonly weight: number
}

/** The longest part of a line that is looked at, in characters. */
const maxLine = 8192
/** How many characters of a line may stand between two parts. */
const maxGap = 300
/** A loose pattern of fewer words or letters would fit anything. */
const minWords = 4
const minLetters = 16

/**
 * A log line in the form that patterns are met in: lower case, without the quotes and backslashes that loggers add to texts
 * they quote, blanks and escaped line ends as one blank.
 */
export function normaliseLine(line: string): string {
  return line
    .slice(0, maxLine)
    .replace(/\\+[nrt]/g, ' ')
    .replace(/["'`\\‘’“”]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The pattern of a fragment as it is written; `…` and names in angle brackets stand for anything. */
export function exactPattern(fragment: string): LogPattern {
  return patternOf(fragment.split(placeholder))
}

/** The pattern of a fragment whose quoted names, paths and numbers may be others; undefined where too little would be left. */
export function loosePattern(fragment: string): LogPattern | undefined {
  const parts = fragment.split(placeholder).flatMap((part) => part.split(variable))
  if (parts.length === fragment.split(placeholder).length) return undefined
  const pattern = patternOf(parts)
  const literal = pattern.parts.join(' ').replaceAll(errorText, ' ')
  const words = literal.match(/[a-z]{2,}/g) ?? []
  return words.length < minWords || words.join('').length < minLetters ? undefined : pattern
}

/** Whether the parts of a pattern follow each other in a normalised line. */
export function meets({parts}: LogPattern, line: string): boolean {
  const [first, ...rest] = parts
  if (first === undefined) return false
  for (let start = line.indexOf(first); start !== -1; start = line.indexOf(first, start + 1)) {
    let end = start + first.length
    const isMet = rest.every((part) => {
      const at = line.indexOf(part, end)
      if (at === -1 || at - end > maxGap) return false
      end = at + part.length
      return true
    })
    if (isMet) return true
  }
  return false
}

/** What the kernel says of an error, which any program may write. */
const errorText =
  /no such file or directory|permission denied|operation not permitted|exec format error|invalid argument|read-only file system|no space left on device|connection refused|i\/o timeout/g
const placeholder = /…|<[a-z][\w -]*>/
const variable = /"[^"]*"|'[^']*'|\/[\w./-]+|\[[^\]]*\]?|\b\d[\d.:/]*\b/

function patternOf(pieces: readonly string[]): LogPattern {
  const parts = pieces.map(normaliseLine).filter((part) => part !== '')
  return {parts, weight: parts.join('').length}
}
