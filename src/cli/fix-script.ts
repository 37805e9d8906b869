import type {ReadReport} from '../check/read-report.ts'
import {planRepair, type Step} from '../check/remedies.ts'
import type {Finding} from '../check/report.ts'
import {decidingPlace} from '../reporters/finding/deciding-place.ts'
import {nameOf} from '../reporters/finding/finding-text.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {counted, wrap} from '../reporters/terminal/wrap.ts'
import {templateExpressions} from '../rules/template.ts'

/**
 * One POSIX script with the commands of all failing findings, for a person to read and run. A step that fails does not keep
 * the next from running, and makes the script end with 1. What cannot be written out safely stays a comment.
 */
export function fixScript(report: Pick<ReadReport, 'host' | 'findings' | 'startedAt'>): string {
  const {host, findings, startedAt} = report
  const {packages, changes, restarts, byHand} = planRepair(findings)
  const failing = findings.filter(({outcome}) => outcome === 'fail').length
  const about = [host.name, host.os].filter((part) => part !== '').join(', ')
  const head = [
    '#!/bin/sh',
    ...comment(`Mends what node-preflight found on ${about} at ${startedAt}: ${counted(failing, 'failing finding')}.`),
    ...comment('Nothing of this was run. Read it, then run it as root; it may be run again.'),
  ]
  if (failing === 0) return `${[...head, 'exit 0'].join('\n')}\n`
  const told = new Set<Finding>()
  const steps = [
    ...section('Packages', packages, told),
    ...section('Changes', changes, told),
    ...section('Services', restarts, told),
    ...manual(byHand),
  ]
  return `${[...head, ...frame(steps)].join('\n')}\n`
}

const frame = (steps: readonly string[]): readonly string[] => [
  'export LC_ALL=C SYSTEMD_PAGER=cat DEBIAN_FRONTEND=noninteractive',
  'failed=0',
  'step_failed() {',
  '  failed=1',
  `  printf 'failed: %s\\n' "$1" >&2`,
  '}',
  ...steps,
  '',
  'exit "$failed"',
]

/** The steps of one stage; a finding that was told of in an earlier one does not repeat its remedy. */
function section(heading: string, steps: readonly Step[], told: Set<Finding>): readonly string[] {
  if (steps.length === 0) return []
  return ['', `### ${heading}`, ...steps.flatMap((step) => stepLines(step, told))]
}

function stepLines({findings, commands}: Step, told: Set<Finding>): readonly string[] {
  const rules = [...new Set(findings.map(({rule}) => rule))].join(' ')
  const fresh = findings.filter((finding) => !told.has(finding))
  for (const finding of fresh) told.add(finding)
  const remedies = new Set(fresh.flatMap(({fix}) => fix?.text || []))
  return [
    '',
    ...findings.flatMap(findingComment),
    ...[...remedies].flatMap(comment),
    ...commands.flatMap((command) => commandLines(command, rules)),
  ]
}

/** A command in braces, so that one of several lines or with a here-document is one step as well. */
function commandLines(command: string, rules: string): readonly string[] {
  const why = obstacle(command)
  if (why !== undefined) return comment(`${why}: ${command}`)
  const name = /^[a-z0-9- ]*$/.test(rules) ? rules : 'a rule'
  return ['{', command.trim(), `} || step_failed '${name}'`]
}

/** Why a command cannot stand in a script. */
function obstacle(command: string): string | undefined {
  if (templateExpressions(command).length > 0) return 'not run, since a value in it is not known'
  if (safe(command.replaceAll('\n', ' ')) !== command.replaceAll('\n', ' ')) {
    return 'not run, since a value in it holds characters that cannot be seen'
  }
  return undefined
}

function manual(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return []
  return [
    '',
    '### By hand',
    ...findings.flatMap((finding) => ['', ...findingComment(finding), ...comment(finding.fix?.text ?? '')]),
  ]
}

/** The rule, the cause, and the place that decides. */
function findingComment(finding: Finding): readonly string[] {
  const {file, line, of} = decidingPlace(finding)
  const place = of === 'rule' ? '' : ` (${line === undefined ? file : `${file}:${line}`})`
  return comment(`${finding.severity} ${nameOf(finding)}: ${finding.message}${place}`)
}

/** A text as comment lines that nothing in it can leave. */
const comment = (text: string): readonly string[] =>
  wrap(safe(text.trim().replace(/\s+/g, ' ')), 96).map((line) => `# ${line}`)
