/**
 * A word of shell text, unquoted, or an operator; `uncertain` when it holds an expansion that was left as written,
 * `assigns` when it was written as `NAME=` or `NAME+=` and not made so by quotes or expansions.
 */
export interface ShellToken {
  readonly kind: 'word' | 'operator'
  readonly text: string
  readonly line: number
  readonly uncertain: boolean
  readonly assigns: boolean
}

/**
 * Splits shell text into words and operators as they are asked for, replacing `$NAME` by what `known` holds at that
 * moment. The body of a here-document is not told from commands: the operator `<<` announces one.
 */
export function* shellTokens(text: string, known: ReadonlyMap<string, string>): Generator<ShellToken> {
  let line = 1
  let word: {text: string; line: number; uncertain: boolean; assigns: boolean} | undefined
  let isQuoted = false
  const append = (piece: string, uncertain = false, assigns = false) => {
    word = {
      text: (word?.text ?? '') + piece,
      line: word?.line ?? line,
      uncertain: uncertain || word?.uncertain === true,
      assigns: word?.assigns ?? assigns,
    }
  }
  for (let at = 0; at < text.length; ) {
    const isArray = !isQuoted && text[at] === '(' && word?.text.endsWith('=') === true
    const piece = isArray
      ? text.slice(at, closingParenthesis(text, at))
      : pieceAt(text, at, isQuoted, word !== undefined)
    const first = piece.charAt(0)
    if (first === '"') {
      append('')
      isQuoted = !isQuoted
    } else if (first === '$' || first === '`') {
      const value = known.get(/^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/.exec(piece)?.[1] ?? '')
      append(value ?? piece, value === undefined && piece !== '$')
    } else if (first === '\\') {
      const escaped = piece.slice(1)
      if (isQuoted && !'"\\`$\n'.includes(escaped)) append(piece)
      else if (escaped !== '\n') append(escaped)
    } else if (isQuoted) append(piece)
    else if (first === "'") append(piece.endsWith("'") && piece.length > 1 ? piece.slice(1, -1) : piece.slice(1))
    else if (isArray) append(piece, true)
    else if (/^[ \t\r\n;&|()<>]/.test(piece)) {
      if (word) yield {kind: 'word', ...word}
      word = undefined
      const operator = piece.replace(/[ \t\r]+/g, '')
      if (operator !== '') yield {kind: 'operator', text: operator, line, uncertain: false, assigns: false}
    } else if (first !== '#' || word !== undefined) append(piece, false, /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(piece))
    line += piece.split('\n').length - 1
    at += piece.length
  }
  if (word) yield {kind: 'word', ...word}
}

/** The piece that begins at an offset: an expansion, an escape, a quoted or a bare run, an operator or a comment. */
function pieceAt(text: string, at: number, isQuoted: boolean, isInWord: boolean): string {
  if (text.startsWith('$(', at)) return text.slice(at, closingParenthesis(text, at + 1))
  const patterns = [expansion, ...(isQuoted ? [quotedRun] : isInWord ? [bareRun] : [comment, bareRun])]
  for (const pattern of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found) return found
  }
  return text.charAt(at)
}

const expansion = /\$(?:\{[^}]*(?:\}|$)|[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]|)|`[^`]*(?:`|$)|\\[\s\S]?/y
const quotedRun = /[^"$`\\]+/y
const bareRun = /'[^']*(?:'|$)|[ \t]+|\r?\n|&&|\|\||;;|<<|[^\s"'$`\\;&|()<>]+/y
const comment = /#[^\n]*/y

function closingParenthesis(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
