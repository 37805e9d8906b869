import type {Finding} from '../check/report.ts'
import {decidingPlace} from './finding/deciding-place.ts'
import {cut, nameOf, saysOf} from './finding/finding-text.ts'
import {ranked} from './finding/ranked.ts'
import {tally} from './finding/tally.ts'
import type {Reporter} from './reporter.ts'
import {safe} from './terminal/safe.ts'

type Command = 'error' | 'warning' | 'notice'

/** GitHub shows no more annotations of one kind for a step. */
const maxAnnotations = 10
const maxText = 2000

/**
 * Workflow commands of GitHub Actions: an annotation for each failing, unknown or waived finding, those beyond GitHub's
 * limit counted in the last one, and the verdict as a line of the log.
 */
export const github: Reporter = (report) => {
  const notable = ranked(report.findings).filter(({outcome}) => outcome !== 'pass' && outcome !== 'skip')
  const annotations = (['error', 'warning', 'notice'] as const).flatMap((command) =>
    annotationsOf(
      command,
      notable.filter((finding) => commandOf(finding) === command),
    ),
  )
  const notices = (report.notices ?? []).map(({message}) => `node-preflight: ${safe(message)}`)
  return `${[...annotations, ...notices, `node-preflight: ${report.verdict}: ${tally(report).join(', ')}`].join('\n')}\n`
}

function commandOf({outcome, severity}: Finding): Command {
  if (outcome === 'fail') return severity === 'info' ? 'notice' : severity
  return outcome === 'unknown' && severity === 'error' ? 'warning' : 'notice'
}

function annotationsOf(command: Command, findings: readonly Finding[]): readonly string[] {
  if (findings.length <= maxAnnotations) return findings.map((finding) => annotationOf(command, finding))
  const rest = findings.slice(maxAnnotations - 1)
  const names = cut(rest.map(nameOf).map(safe).join(', '), maxText)
  const shown = findings.slice(0, maxAnnotations - 1).map((finding) => annotationOf(command, finding))
  return [...shown, written(command, {title: `and ${rest.length} more`}, names)]
}

function annotationOf(command: Command, finding: Finding): string {
  const {file, line} = decidingPlace(finding)
  const state = finding.outcome === 'fail' ? '' : `${finding.outcome}: `
  const title = cut(safe(state + finding.title), 200)
  const {why, fix} = finding.outcome === 'fail' ? finding : {}
  const texts = [saysOf(finding), why, fix?.text, ...(fix?.commands ?? [])]
  const message = texts.flatMap((text) => (text === undefined ? [] : [cut(safe(text.trim()), maxText)])).join('\n')
  const place = line === undefined ? {} : {line: String(line)}
  return written(command, {title, file: safe(file), ...place}, `${message}\n[${safe(nameOf(finding))}]`)
}

function written(command: Command, properties: Readonly<Record<string, string>>, message: string): string {
  const told = Object.entries(properties).filter(([, value]) => value !== '')
  const pairs = told.map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${command} ${pairs.join(',')}::${escaped(message)}`
}

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
