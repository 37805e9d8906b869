import {severities} from '../rules/rule.ts'
import type {Finding} from './report.ts'

/** The commands that one failing finding asks for in one stage of a repair. */
export interface Step {
  readonly findings: readonly Finding[]
  readonly commands: readonly string[]
}

/** A repair in the order it is to be done. */
export interface Repair {
  readonly packages: readonly Step[]
  readonly changes: readonly Step[]
  /** Reloads and restarts, each once. */
  readonly restarts: readonly Step[]
  /** What a person must do: no command is known for it, or one could not be written out. */
  readonly byHand: readonly Finding[]
}

/**
 * Orders the remedies of failing findings: packages first, then changes, at last what makes services take them up; in each the
 * worst first. Commands that several findings ask for are run once. A finding that stops something keeps its commands together.
 */
export function planRepair(findings: readonly Finding[]): Repair {
  const failing = findings
    .filter(({outcome}) => outcome === 'fail')
    .sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity))
  const staged = failing.map((finding) => ({finding, ...stagesOf(finding.fix?.commands ?? [])}))
  const of = (stage: 'packages' | 'changes' | 'restarts') =>
    once(staged.map((one) => ({findings: [one.finding], commands: one[stage]})))
  return {
    packages: of('packages'),
    changes: of('changes'),
    restarts: singly(of('restarts')),
    byHand: failing.filter(({fix}) => !fix || fix.commands.length === 0),
  }
}

const installs = /^(apt-get|dnf|yum|zypper|apk|pacman)\s/
const restarts =
  /^(systemctl (daemon-reload|restart|reload|try-restart|reload-or-restart)|rc-service \S+ restart)(?=\s|$)/
const stops = /^(systemctl|rc-service|service)\b.*\bstop\b/

/** The packages that come first in a list of commands, the restarts that end it, and what stands between. */
function stagesOf(commands: readonly string[]) {
  if (commands.some((command) => stops.test(command))) return {packages: [], changes: commands, restarts: []}
  const firstOther = commands.findIndex((command) => !installs.test(command))
  const start = firstOther === -1 ? commands.length : firstOther
  const lastOther = commands.findLastIndex((command) => !restarts.test(command))
  const end = Math.max(start, lastOther + 1)
  return {packages: commands.slice(0, start), changes: commands.slice(start, end), restarts: commands.slice(end)}
}

/** Steps of the same commands as one. */
function once(steps: readonly Step[]): readonly Step[] {
  const byCommands = new Map<string, Step>()
  for (const {findings, commands} of steps) {
    if (commands.length === 0) continue
    const key = JSON.stringify(commands)
    byCommands.set(key, {findings: [...(byCommands.get(key)?.findings ?? []), ...findings], commands})
  }
  return [...byCommands.values()]
}

/** Restarts one by one, those that reload units before those that need it. */
function singly(steps: readonly Step[]): readonly Step[] {
  const single = steps.flatMap(({findings, commands}) => commands.map((command) => ({findings, commands: [command]})))
  const byCommand = new Map<string, Step>()
  for (const {findings, commands} of single) {
    const [command = ''] = commands
    const known = byCommand.get(command)?.findings ?? []
    byCommand.set(command, {findings: [...known, ...findings], commands})
  }
  const reloads = (step: Step) => (step.commands[0]?.startsWith('systemctl daemon-reload') ? 0 : 1)
  return [...byCommand.values()].sort((left, right) => reloads(left) - reloads(right))
}
