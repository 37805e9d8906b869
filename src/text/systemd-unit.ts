import type {Problem} from './parsed.ts'
import {remembered} from './remembered.ts'

/** Where in which file a value was written; lines count from 1. */
export interface Place {
  readonly path: string
  readonly line: number
}

/**
 * One `Key=value` of a unit file, continued lines joined. `line` is where it begins, `pieces` where the later lines of a
 * continued value begin within it.
 */
export interface UnitAssignment {
  readonly section: string
  readonly key: string
  readonly value: string
  readonly line: number
  readonly pieces: readonly {readonly offset: number; readonly line: number}[]
}

/**
 * A unit file as systemd reads it. `problems` are lines it warns about and passes over; `broken` is the malformed section
 * header that ends the reading: the unit does not load, a drop-in keeps what stands before it.
 */
export interface UnitFile {
  readonly assignments: readonly UnitAssignment[]
  readonly problems: readonly Problem[]
  readonly broken?: Problem
}

/** Reads the text of a unit file or drop-in by the rules of systemd's own parser (systemd.syntax(7)). */
export const readUnitFile: (text: string) => UnitFile = remembered(readUnitFileText)

function readUnitFileText(text: string): UnitFile {
  const assignments: UnitAssignment[] = []
  const problems: Problem[] = []
  let section: string | undefined
  for (const logical of logicalLines(text)) {
    const {value: content, offset: indent} = trimmed(logical.text)
    if (content === '') continue
    const problem = (message: string): Problem => ({message, line: logical.line, column: indent + 1})
    const equals = content.indexOf('=')
    if (content.startsWith('[')) {
      if (!content.endsWith(']')) {
        return {assignments, problems, broken: problem(`Invalid section header '${content}'`)}
      }
      section = content.slice(1, -1)
    } else if (section === undefined) problems.push(problem('Assignment outside of section. Ignoring.'))
    else if (equals === -1) problems.push(problem("Missing '=', ignoring line."))
    else if (equals === 0) problems.push(problem("Missing key name before '=', ignoring line."))
    else {
      const {value, offset} = trimmed(content.slice(equals + 1))
      const start = indent + equals + 1 + offset
      const lineOf = (at: number) => logical.starts.findLast((piece) => piece.offset <= at)?.line ?? logical.line
      const pieces = logical.starts
        .filter((piece) => piece.offset > start && piece.offset < start + value.length)
        .map((piece) => ({offset: piece.offset - start, line: piece.line}))
      const line = value === '' ? logical.line : lineOf(start)
      assignments.push({section, key: content.slice(0, equals).trimEnd(), value, line, pieces})
    }
  }
  return {assignments, problems}
}

/** The line on which the character at an offset of a value stands, for evidence from continued lines. */
export function lineAt({line, pieces}: Pick<UnitAssignment, 'line' | 'pieces'>, offset: number): number {
  return pieces.findLast((piece) => piece.offset <= offset)?.line ?? line
}

/** A line as systemd sees it: physical lines that end in a backslash joined, comments between them dropped. */
interface LogicalLine {
  readonly text: string
  readonly line: number
  readonly starts: readonly {readonly offset: number; readonly line: number}[]
}

const blanks = ' \t\n\r'

function* logicalLines(text: string): Generator<LogicalLine> {
  let joined = ''
  let starts: {offset: number; line: number}[] = []
  const finish = () => {
    const logical = {text: joined, line: starts[0]?.line ?? 1, starts}
    joined = ''
    starts = []
    return logical
  }
  for (const [index, physical] of physicalLines(text).entries()) {
    if (/^[ \t]*[#;]/.test(physical)) continue
    const content = index === 0 && physical.startsWith('\uFEFF') ? physical.slice(1) : physical
    starts.push({offset: joined.length, line: index + 1})
    const isContinued = (/\\*$/.exec(content)?.[0].length ?? 0) % 2 === 1
    joined += isContinued ? `${content.slice(0, -1)} ` : content
    if (!isContinued) yield finish()
  }
  if (starts.length > 0) yield finish()
}

/** systemd ends a line at a newline, carriage return or NUL, or at one of each in a row. */
function physicalLines(text: string): string[] {
  return text.split(/\r\n\0?|\n\r\0?|[\r\n]\0?|\0/)
}

function trimmed(text: string): {value: string; offset: number} {
  let start = 0
  let end = text.length
  while (start < end && blanks.includes(text.charAt(start))) start++
  while (end > start && blanks.includes(text.charAt(end - 1))) end--
  return {value: text.slice(start, end), offset: start}
}
