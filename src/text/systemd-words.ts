/** A word of a systemd setting, unquoted, and where in the value it begins and ends. */
export interface SplitWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** How a value is split: what a backslash does, and whether an unclosed quote ends with the text or is an error. */
export interface SplitMode {
  /** `c`: C-style escapes, unknown ones an error; `c-relaxed`: unknown ones kept; `literal`: the next character as it is. */
  readonly escapes: 'c' | 'c-relaxed' | 'literal'
  readonly unclosedQuotes: 'refuse' | 'accept'
}

/**
 * The next word from an offset on, by systemd's quoting rules (systemd.syntax(7)): `undefined` at the end of the text,
 * `invalid` for an unclosed quote or an unknown escape where the mode refuses them.
 */
export function nextWord(text: string, from: number, mode: SplitMode): SplitWord | 'invalid' | undefined {
  let at = skipBlanks(text, from)
  if (at >= text.length) return undefined
  const start = at
  let word = ''
  let quote = ''
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') {
      const sequence = readEscape(text, at + 1, mode, quote !== '')
      if (!sequence) return 'invalid'
      word += sequence.text
      at = sequence.last
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") quote = char
    else if (blanks.includes(char)) break
    else word += char
  }
  return quote !== '' && mode.unclosedQuotes === 'refuse' ? 'invalid' : {text: word, start, end: at}
}

/** The offset of the first character at or after `from` that is no white space. */
export function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && blanks.includes(text.charAt(at))) at++
  return at
}

const blanks = ' \t\n\r'

const named: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  s: ' ',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

function readEscape(
  text: string,
  at: number,
  mode: SplitMode,
  quoted: boolean,
): {text: string; last: number} | undefined {
  const char = text.charAt(at)
  if (char === '') {
    if (mode.escapes === 'c-relaxed' && (!quoted || mode.unclosedQuotes === 'accept')) return {text: '\\', last: at}
    return mode.unclosedQuotes === 'accept' ? {text: '', last: at} : undefined
  }
  if (mode.escapes === 'literal') return {text: char, last: at}
  const simple = Object.hasOwn(named, char) ? named[char] : undefined
  if (simple !== undefined) return {text: simple, last: at}
  const coded = readBytes(text, at - 1) ?? readCodePoint(text, at)
  if (coded) return coded
  return mode.escapes === 'c-relaxed' ? {text: `\\${char}`, last: at} : undefined
}

/** `\xHH` and `\OOO` stand for bytes: neighbouring ones together make up UTF-8 characters. */
function readBytes(text: string, backslash: number): {text: string; last: number} | undefined {
  const byte = /\\(?:x([0-9a-fA-F]{2})|([0-3][0-7]{2}))/y
  const bytes: number[] = []
  let at = backslash
  for (;;) {
    byte.lastIndex = at
    const [whole, hex, octal] = byte.exec(text) ?? []
    const code = hex === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hex, 16)
    if (whole === undefined || code === 0) break
    bytes.push(code)
    at += whole.length
  }
  return bytes.length === 0 ? undefined : {text: new TextDecoder().decode(Uint8Array.from(bytes)), last: at - 1}
}

function readCodePoint(text: string, at: number): {text: string; last: number} | undefined {
  const [whole, short, long] = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(text.slice(at, at + 9)) ?? []
  if (whole === undefined) return undefined
  const code = Number.parseInt(short ?? long ?? '', 16)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? {text: String.fromCodePoint(code), last: at + whole.length - 1} : undefined
}
