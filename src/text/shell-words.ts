import type {Parsed} from './parsed.ts'

/**
 * Splits a command line into words as a POSIX shell does: blanks outside quotes separate, backslashes and quotes keep what
 * follows. Nothing is expanded: `$`, `*` and `|` are characters like any other.
 */
export function splitWords(line: string): Parsed<readonly string[]> {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < line.length) {
    blanks.lastIndex = at
    if (blanks.test(line)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at = blanks.lastIndex
      continue
    }
    piece.lastIndex = at
    const match = piece.exec(line)
    if (!match) return {ok: false, problem: {message: problemAt(line, at), line: 1, column: at + 1}}
    const [all, single, double, escaped, bare = ''] = match
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1').replace(/\\\n/g, '') ?? escaped ?? bare)
    at += all.length
  }
  if (word !== undefined) words.push(word)
  return {ok: true, value: words}
}

/** A word that a POSIX shell reads back as it is. */
export function quoteWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

const blanks = /[ \t\r\n]+/y
const piece = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^ \t\r\n'"\\]+)/y

function problemAt(line: string, at: number): string {
  return line[at] === '\\' ? 'nothing follows the last backslash' : `the quote ${line[at]} is not closed`
}
