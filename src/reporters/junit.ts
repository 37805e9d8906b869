import type {Evidence, Finding, Report} from '../check/report.ts'
import {type FailOn, isAtLeast} from '../check/verdict.ts'
import {saysOf, uniquelyNamed} from './finding/finding-text.ts'
import type {Reporter} from './reporter.ts'
import {placeOf} from './terminal/place.ts'
import {safeValue} from './terminal/safe.ts'

/**
 * JUnit XML as Jenkins and GitLab read it: a suite for each subject, a case for each rule or item with a unique name.
 * A failing rule below `failOn` is a passing case with its text as output; unknown is an error for rules of error
 * severity and skipped for others.
 */
export const junit: Reporter = (report, {failOn}) =>
  junitDocument(junitSuites(report, failOn, 'node-preflight'), report.durationMs)

/** Suites as a whole document. */
export const junitDocument = (suites: readonly Suite[], durationMs: number): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="node-preflight" ${countsOf(suites.flatMap(({kinds}) => kinds))} time="${seconds(durationMs)}">`,
    ...suites.flatMap(({lines}) => lines),
    '</testsuites>',
    '',
  ].join('\n')

/** A suite for each subject of a report; `owner` begins the class of each case. */
export function junitSuites(report: Suited, failOn: FailOn, owner: string): readonly Suite[] {
  const threshold = failOn === 'never' ? 'error' : failOn
  const subjects = [...new Set(report.findings.map(({subject}) => subject))].sort()
  return subjects.map((subject) => {
    const cases = uniquelyNamed(report.findings.filter((finding) => finding.subject === subject)).map((finding) =>
      caseOf(finding, isAtLeast(finding.severity, threshold), owner),
    )
    return suiteOf(subject, cases, report)
  })
}

/** What a suite is made of. */
type Suited = Pick<Report, 'findings' | 'startedAt'> & {readonly host: Pick<Report['host'], 'name'>}

/** A suite in lines of XML, with what its cases came to. */
interface Suite {
  readonly kinds: readonly Kind[]
  readonly lines: readonly string[]
}

type Kind = 'pass' | 'failure' | 'error' | 'skipped'
type Named = Finding & {readonly name: string}

function suiteOf(subject: string, cases: readonly ReturnType<typeof caseOf>[], report: Suited): Suite {
  const kinds = cases.map(({kind}) => kind)
  const head = `name=${quoted(subject)} hostname=${quoted(report.host.name)} timestamp=${quoted(report.startedAt)}`
  return {
    kinds,
    lines: [`  <testsuite ${head} ${countsOf(kinds)}>`, ...cases.flatMap(({lines}) => lines), '  </testsuite>'],
  }
}

function caseOf(finding: Named, fails: boolean, owner: string): {kind: Kind; lines: readonly string[]} {
  const kind = kindOf(finding, fails)
  const head = `    <testcase name=${quoted(finding.name)} classname=${quoted(`${owner}.${finding.subject}`)} time="0"`
  const summary = saysOf(finding)
  const body = {
    pass: finding.outcome === 'fail' ? [`      <system-out>${escaped(detailsOf(finding))}</system-out>`] : [],
    failure: [
      `      <failure message=${quoted(summary)} type=${quoted(finding.severity)}>${escaped(detailsOf(finding))}</failure>`,
    ],
    error: [`      <error message=${quoted(summary)} type="unknown"/>`],
    skipped: [`      <skipped message=${quoted(summary)}/>`],
  }[kind]
  return {kind, lines: body.length === 0 ? [`${head}/>`] : [`${head}>`, ...body, '    </testcase>']}
}

function kindOf({outcome, severity}: Finding, fails: boolean): Kind {
  if (outcome === 'fail') return fails ? 'failure' : 'pass'
  if (outcome === 'unknown') return severity === 'error' ? 'error' : 'skipped'
  return outcome === 'pass' ? 'pass' : 'skipped'
}

function detailsOf({severity, title, message, evidence, why, fix}: Finding): string {
  const commands = fix?.commands.map((command) => `  ${command}`) ?? []
  return [
    `${severity}: ${title}`,
    message,
    ...evidence.filter(({source}) => source !== undefined).map(evidenceLine),
    ...(why === undefined ? [] : ['', why]),
    ...(fix === undefined ? [] : ['', fix.text, ...commands]),
  ].join('\n')
}

const evidenceLine = ({fact, value, source}: Evidence): string =>
  `${source === undefined ? '' : `${placeOf(source)}  `}${fact} = ${safeValue(value)}`

function countsOf(kinds: readonly Kind[]): string {
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length
  return `tests="${kinds.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}

/** Text without the characters that XML 1.0 forbids, markup escaped. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll('\r', '&#13;')

/** An attribute value; line breaks are kept through normalisation. */
const quoted = (text: string): string => `"${escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
