import {compareNames} from '../check/fleet-facts.ts'
import {type FleetReport, fleetVerdict, summaryOf} from '../check/fleet-report.ts'
import {judgeFleet} from '../check/judge-fleet.ts'
import type {FailOn} from '../check/verdict.ts'
import {waive} from '../check/waive.ts'
import {usableProcessors} from '../host/processors.ts'
import {fleetReporters} from '../reporters/fleet/index.ts'
import {type Phase, phases} from '../rules/rule.ts'
import {type Args, isOn, one} from './args.ts'
import {type Audited, startAudit} from './audit-hosts.ts'
import {openAuditJudge} from './audit-judge.ts'
import {showProgress} from './audit-progress.ts'
import {auditSources, hostDeadlineMs, hostsAtOnce} from './audit-sources.ts'
import {openThreads, type Threads} from './audit-threads.ts'
import {twinNotices} from './audit-twins.ts'
import {displayOf} from './display.ts'
import {exitCodeOf} from './exit-code.ts'
import type {Io} from './io.ts'
import {onInterrupt} from './on-interrupt.ts'
import {outputsOf, refuseUnwritableOutputs, writeOutputs} from './outputs.ts'
import {version} from './version.ts'

/**
 * Looks at many hosts at once, compares them, writes the reports and gives the exit code. Ctrl-C reports what is done. A bug
 * of ours is thrown when the reports are written.
 */
export async function audit(args: Args, io: Io): Promise<number> {
  const outputs = outputsOf(args, fleetReporters)
  await refuseUnwritableOutputs(outputs)
  const [{sources, notices: unfollowed}, judge] = await Promise.all([auditSources(args), openAuditJudge(args)])
  const {setup, fleetRules} = judge
  const jobs = hostsAtOnce(args)
  const recorded = sources.filter(({recording}) => recording !== undefined).length
  const threads = threadsFor(recorded, jobs, io)
  const startedAt = new Date()
  const progress = {total: sources.length, done: 0, running: 0, unreachable: 0}
  const {audited, done, stop} = startAudit(
    {
      sources,
      atOnce: recorded > 0 ? Math.min(jobs, (threads?.places ?? 0) + readAhead) : jobs,
      deadlineMs: hostDeadlineMs(args),
      lookAt: (source, signal) => threads?.lookAt(source) ?? judge.lookAt(source, signal),
    },
    progress,
  )
  const line = showProgress(io, progress)
  let forget = (): void => {}
  const interrupted = new Promise<void>((resolve) => {
    forget = onInterrupt(resolve)
  })
  try {
    await Promise.race([done, interrupted.then(stop)])
  } finally {
    line.clear()
    forget()
    threads?.close()
  }
  const reached = {
    failOn: (one(setup.args, 'fail-on') ?? 'error') as FailOn,
    allowUnknown: isOn(setup.args, 'allow-unknown'),
  }
  const phase = phaseOf(args, audited)
  const judged = await judgeFleet(audited.members, fleetRules, setup.cel, phase).catch((bug: unknown) => {
    audited.bugs.push(bug)
    return []
  })
  const {findings, notices: waived} = waive(judged, setup.waivers, 'fleet', startedAt)
  const notices = [...unfollowed, ...twinNotices(audited.members, audited.boots), ...waived]
  const summary = summaryOf(audited)
  const report: FleetReport = {
    apiVersion: 'node-preflight/v1',
    kind: 'FleetReport',
    tool: {name: 'node-preflight', version},
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    verdict: fleetVerdict({findings, summary}, reached.failOn === 'never' ? 'error' : reached.failOn),
    summary,
    findings,
    hosts: byName(audited.hosts),
    unreachable: byName(audited.unreachable),
    ...(notices.length === 0 ? {} : {notices}),
  }
  const verbosity = isOn(args, 'summary-only') ? 'quiet' : isOn(args, 'verbose') ? 'verbose' : 'normal'
  await writeOutputs(
    outputs,
    fleetReporters,
    report,
    {...displayOf(args, io.out, io.env), verbosity, ...reached},
    io.out,
  )
  if (audited.bugs.length > 0) throw audited.bugs[0]
  return exitCodeOf(report, {...reached, allowUnknown: reached.allowUnknown && summary.unreachable === 0})
}

/** Recordings keep nobody waiting: one is read while another is judged. */
const readAhead = 2

/** A thread for each processor but our own, where there are recordings enough to make up for its start. */
function threadsFor(recorded: number, jobs: number, {program}: Io): Threads | undefined {
  const count = Math.min(usableProcessors() - 1, maxThreads, jobs - 1, Math.floor(recorded / worthAThread))
  return program && count > 0 ? openThreads(program, count) : undefined
}

/** More would take memory that nobody expects of a report. */
const maxThreads = 3
const worthAThread = 100

/** The phase the comparison is made in: what is asked for, else the one most hosts are in. */
function phaseOf(args: Args, {hosts}: Audited): Phase {
  const asked = phases.find((phase) => phase === one(args, 'phase'))
  const count = (phase: Phase) => hosts.filter(({report}) => report.phase === phase).length
  return asked ?? phases.toSorted((a, b) => count(b) - count(a))[0] ?? 'bootstrap'
}

const byName = <T extends {readonly name: string}>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => compareNames(a.name, b.name))
