import {UserError} from '../errors.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {parseStrictYaml} from '../text/yaml.ts'

/** What a known log line means. */
export interface LogLine {
  /** Fragments, any of which tells the line; `…` stands for anything. */
  readonly lines: readonly string[]
  /** A harmless line is a fault where its rule fails. */
  readonly kind: 'fault' | 'suspect' | 'harmless'
  readonly cause: string
  /** The rule that looks for the cause; one that this version may not have yet. */
  readonly rule?: string
  readonly see: readonly string[]
}

/** Reads the table of known log lines. Throws UserError with the place of the first mistake. */
export function readLogLines(file: string, text: string): readonly LogLine[] {
  const parsed = parseStrictYaml(text)
  if (!parsed.ok) {
    const {message, line, column} = parsed.problem
    throw new UserError(message, {place: {file, line, column}})
  }
  return (itemsOf(parsed.value) ?? []).map((item) => readLogLine(file, item))
}

function readLogLine(file: string, node: DocumentNode): LogLine {
  const reader = new MappingReader(file, node, 'a log line', ['lines', 'kind', 'cause', 'rule', 'see'])
  const rule = reader.optionalText('rule')
  return {
    lines: reader.texts('lines'),
    kind: reader.choice(reader.member('kind') ?? node, 'kind', ['fault', 'suspect', 'harmless']),
    cause: reader.text('cause').trim(),
    ...(rule === undefined ? {} : {rule}),
    see: reader.texts('see'),
  }
}
