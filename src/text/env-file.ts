import type {Problem} from './parsed.ts'
import {remembered} from './remembered.ts'

/** One `NAME=value` of an environment file and the line where it begins. */
export interface EnvironmentAssignment {
  readonly name: string
  readonly value: string
  readonly line: number
}

/** The assignments of an environment file in order, repeated names kept, and the lines systemd passes over. */
export interface EnvironmentFile {
  readonly assignments: readonly EnvironmentAssignment[]
  readonly problems: readonly Problem[]
}

/**
 * Reads an `EnvironmentFile=` as systemd does (systemd.exec(5)): comments begin a line with `#` or `;`, quotes are removed,
 * a backslash continues a line, nothing is expanded, and a name such as `export FOO` is refused. A NUL spoils the file.
 */
export const readEnvironmentFile: (text: string) => EnvironmentFile = remembered(readEnvironmentFileText)

function readEnvironmentFileText(text: string): EnvironmentFile {
  const nul = text.indexOf('\0')
  if (nul !== -1) {
    const before = text.slice(0, nul)
    const line = before.split('\n').length
    const problem = {message: 'The file holds a NUL byte and is refused', line, column: nul - before.lastIndexOf('\n')}
    return {assignments: [], problems: [problem]}
  }
  const assignments: EnvironmentAssignment[] = []
  const problems: Problem[] = []
  const cursor = new Cursor(text)
  for (;;) {
    cursor.skip(/[ \t\r\n]*/y)
    if (cursor.atEnd()) return {assignments, problems}
    const {line, column} = cursor.place()
    if (cursor.skip(/[#;][^\r\n]*/y)) {
      if (/(?<!\\)(?:\\\\)*\\$/.test(cursor.last)) {
        problems.push({message: 'systemd before 254 takes the line after this comment for a comment too', line, column})
      }
      continue
    }
    cursor.skip(/[^\r\n][^=\r\n]*/y)
    const name = cursor.last.trimEnd()
    if (!cursor.skip(/=/y)) problems.push({message: `No assignment, ignored: ${name}`, line, column})
    else {
      const value = readValue(cursor)
      const isVariable = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/[\x00-\x08\x0b-\x1f\x7f]/.test(value)
      if (isVariable) assignments.push({name, value, line})
      else problems.push({message: `Invalid environment assignment, ignored: ${name}`, line, column})
    }
  }
}

/** A place in a text that moves forward over whatever sticky patterns match; `last` is what the latest one matched. */
class Cursor {
  readonly #text: string
  #at = 0
  #line = 1
  #lineStart = 0
  last = ''

  constructor(text: string) {
    this.#text = text
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  place(): {line: number; column: number} {
    return {line: this.#line, column: this.#at - this.#lineStart + 1}
  }

  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) return false
    this.last = found
    for (let end = found.indexOf('\n'); end !== -1; end = found.indexOf('\n', end + 1)) {
      this.#line++
      this.#lineStart = this.#at + end + 1
    }
    this.#at += found.length
    return true
  }
}

/** Quoted parts count as quoted only before the first bare character; white space between them is dropped. */
function readValue(cursor: Cursor): string {
  let value = ''
  while (cursor.skip(/[ \t]*(?:'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:["\\]|$))/y))
    value += unquoted(cursor.last.trimStart())
  cursor.skip(/[ \t]*/y)
  let bare = ''
  let kept = 0
  for (;;) {
    if (cursor.skip(/[^ \t\r\n\\]+/y)) bare += cursor.last
    else if (cursor.skip(/\\(?:[\s\S]|$)/y)) bare += cursor.last.slice(1).replace(/[\r\n]/, '')
    else if (cursor.skip(/[ \t]+/y)) {
      bare += cursor.last
      continue
    } else return value + bare.slice(0, kept)
    kept = bare.length
  }
}

/** Inside double quotes a backslash keeps its meaning before `"`, `\`, a backquote, `$` and a newline only. */
function unquoted(part: string): string {
  const quote = part.charAt(0)
  const body = part.length > 1 && part.endsWith(quote) ? part.slice(1, -1) : part.slice(1)
  if (quote === "'") return body
  return body.replace(/\\([\s\S]?)/g, (whole, char: string) => {
    if (char === '\n' || char === '') return ''
    return '"\\`$'.includes(char) ? char : whole
  })
}
