import {type Place, UserError} from '../errors.ts'
import {type Severity, severities} from '../rules/rule.ts'
import {type DocumentNode, itemsOf, mappingOf, nodeAt, plainValue} from '../text/document.ts'
import {parseJson} from '../text/json.ts'
import type {Finding, Outcome, Report} from './report.ts'

/** A report as published, as far as it is needed to compare it or to act on it. */
export type ReadReport = Pick<Report, 'host' | 'phase' | 'startedAt' | 'findings'>

const outcomes: readonly Outcome[] = ['pass', 'fail', 'skip', 'unknown', 'waived']

/** The magic number 1f 8b, whose second byte is no UTF-8. */
const gzipHead = '\u001f\ufffd'

/**
 * Reads a JSON report (docs/report.schema.json). Members that later versions add are let be. Throws UserError with file, line
 * and column of the first mistake.
 */
export function readReport(file: string, text: string): ReadReport {
  const check = `\`node-preflight check --from ${file} -o json=FILE\` makes one of a snapshot`
  if (text.startsWith(gzipHead)) throw new UserError('this is gzip, not a report', {place: {file}, hint: check})
  const parsed = parseJson(text)
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file}})
  const root = parsed.value
  const reader = readerOf(file)
  const kind = nodeAt(root, 'kind')
  if (kind?.value === 'Snapshot') throw reader.refuse(kind, 'this is a snapshot, not a report', check)
  if (kind?.value !== 'Report') throw reader.refuse(kind ?? root, 'this is no report', 'write one with -o json=FILE')
  const version = nodeAt(root, 'apiVersion')
  if (version?.value !== 'node-preflight/v1') {
    throw reader.refuse(version ?? root, `reports of version ${version?.value} are not known`, 'node-preflight/v1')
  }
  const host = reader.mapping(root, 'host')
  const textOf = (name: string) => reader.text(host, name)
  return {
    host: {name: textOf('name'), os: textOf('os'), kernel: textOf('kernel'), mode: textOf('mode') as 'live'},
    phase: reader.text(root, 'phase') as Report['phase'],
    startedAt: reader.text(root, 'startedAt'),
    findings: reader.list(root, 'findings').map((node) => readFinding(node, reader)),
  }
}

function readFinding(node: DocumentNode, reader: Reader): Finding {
  const optional = (name: string) => (nodeAt(node, name) ? {[name]: reader.text(node, name)} : {})
  const fix = nodeAt(node, 'fix')
  return {
    rule: reader.text(node, 'rule'),
    subject: reader.text(node, 'subject'),
    title: reader.text(node, 'title'),
    severity: reader.choice<Severity>(node, 'severity', severities),
    outcome: reader.choice<Outcome>(node, 'outcome', outcomes),
    message: reader.text(node, 'message'),
    ...optional('item'),
    ...optional('reason'),
    evidence: reader.list(node, 'evidence').map((one) => ({
      ...(plainValue(one) as object),
      fact: reader.text(one, 'fact'),
      value: plainValue(nodeAt(one, 'value') ?? {...one, value: null}),
    })),
    ruleFile: '',
    ...(fix ? {fix: {text: reader.text(fix, 'text'), commands: reader.texts(fix, 'commands')}} : {}),
  }
}

type Reader = ReturnType<typeof readerOf>

/** Takes members of a document by their kind, refusing what is of another. */
function readerOf(file: string) {
  const refuse = ({line, column}: DocumentNode, message: string, hint?: string) => {
    const place: Place = {file, line, column}
    return new UserError(message, hint === undefined ? {place} : {place, hint})
  }
  const member = (node: DocumentNode, name: string) => {
    if (!mappingOf(node)) throw refuse(node, `an object with '${name}' must stand here`)
    const found = nodeAt(node, name)
    if (!found) throw refuse(node, `'${name}' is missing`)
    return found
  }
  const text = (node: DocumentNode, name: string): string => {
    const {value, ...place} = member(node, name)
    if (typeof value !== 'string') throw refuse({value, ...place}, `'${name}' must be a text`)
    return value
  }
  const list = (node: DocumentNode, name: string): readonly DocumentNode[] => {
    const found = member(node, name)
    const items = itemsOf(found)
    if (!items) throw refuse(found, `'${name}' must be a list`)
    return items
  }
  return {
    refuse,
    text,
    list,
    mapping: (node: DocumentNode, name: string): DocumentNode => {
      const found = member(node, name)
      if (!mappingOf(found)) throw refuse(found, `'${name}' must be an object`)
      return found
    },
    texts: (node: DocumentNode, name: string): readonly string[] =>
      list(node, name).map((item) => {
        if (typeof item.value !== 'string') throw refuse(item, `'${name}' must hold texts`)
        return item.value
      }),
    choice: <T extends string>(node: DocumentNode, name: string, allowed: readonly T[]): T => {
      const found = allowed.find((one) => one === text(node, name))
      if (found === undefined) throw refuse(member(node, name), `'${name}' must be one of ${allowed.join(', ')}`)
      return found
    },
  }
}
