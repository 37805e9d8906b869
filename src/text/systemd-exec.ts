import type {SourcedWord} from './go-flags.ts'
import type {UnitValue} from './systemd-merge.ts'
import {placeAt} from './systemd-merge.ts'
import type {Place} from './systemd-unit.ts'
import {nextWord, skipBlanks} from './systemd-words.ts'

/** One command of an `Exec…=` setting: program and arguments unquoted, `$` and `%` not yet replaced. */
export interface ExecCommand {
  readonly program: string
  readonly words: readonly SourcedWord<Place>[]
  readonly prefixes: string
  readonly place: Place
}

/** The commands of an `Exec…=` value; with a problem the command it is in does not run and the unit does not load. */
export interface ExecCommands {
  readonly commands: readonly ExecCommand[]
  readonly problem?: {readonly message: string; readonly place: Place}
}

/**
 * Splits an `ExecStart=` value as systemd does: quotes, C-style escapes, the prefixes `-@:+!|` and commands separated by a
 * lone `;` (systemd.service(5), Command lines). Program and its own name for it under `@`: the name is left out of `words`.
 */
export function splitExec(value: UnitValue): ExecCommands {
  const commands: ExecCommand[] = []
  let at = 0
  while (skipBlanks(value.value, at) < value.value.length) {
    const {words, next, problem} = readCommand(value, at)
    if (problem) return {commands, problem: {message: problem, place: placeAt(value, next)}}
    at = next
    const [first, ...rest] = words
    if (!first) continue
    const prefixes = prefixesOf(first.text)
    const program = first.text.slice(prefixes.length)
    if (program === '' || program.endsWith('/')) {
      const message = program === '' ? 'Empty path in command line' : 'Path in command line ends in a slash'
      return {commands, problem: {message, place: first.source}}
    }
    commands.push({program, prefixes, place: first.source, words: prefixes.includes('@') ? rest.slice(1) : rest})
  }
  return {commands}
}

/** Splitting an unknown escape sequence is retried with the sequence kept, as systemd does; an unclosed quote is fatal. */
function readCommand(value: UnitValue, from: number): {words: SourcedWord<Place>[]; next: number; problem?: string} {
  const text = value.value
  const words: SourcedWord<Place>[] = []
  let at = skipBlanks(text, from)
  while (at < text.length) {
    const separator = words.length > 0 ? /\\?;(?=[ \t\n\r]|$)/y : /(?!)/y
    separator.lastIndex = at
    const semicolon = separator.exec(text)?.[0]
    if (semicolon === ';') return {words, next: at + 1}
    if (semicolon !== undefined) {
      words.push({text: ';', source: placeAt(value, at)})
      at = skipBlanks(text, at + semicolon.length)
      continue
    }
    const word = nextWord(text, at, {escapes: 'c-relaxed', unclosedQuotes: 'refuse'})
    if (word === 'invalid') return {words, next: at, problem: `Unbalanced quoting, ignoring: "${text}"`}
    if (!word) break
    words.push({text: word.text, source: placeAt(value, word.start)})
    at = skipBlanks(text, word.end)
  }
  return {words, next: at}
}

/** Each prefix counts once, `+` excludes `!`, and `!` may be doubled. */
function prefixesOf(word: string): string {
  let length = 0
  for (const char of word) {
    const seen = word.slice(0, length)
    if (!'-@:+!|'.includes(char)) break
    if (char === '!' ? seen.includes('+') || seen.split('!').length > 2 : seen.includes(char)) break
    if (char === '+' && seen.includes('!')) break
    length++
  }
  return word.slice(0, length)
}
