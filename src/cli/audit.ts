import {compareNames} from '../check/fleet-facts.ts'
import {type FleetReport, fleetVerdict, summaryOf} from '../check/fleet-report.ts'
import {judgeFleet} from '../check/judge-fleet.ts'
import type {FailOn} from '../check/verdict.ts'
import {waive} from '../check/waive.ts'
import {snapshotHost} from '../host/snapshot.ts'
import {fleetReporters} from '../reporters/fleet/index.ts'
import {type Phase, phases} from '../rules/rule.ts'
import {type Args, isOn, one} from './args.ts'
import {type Audited, startAudit} from './audit-hosts.ts'
import {showProgress} from './audit-progress.ts'
import {auditSources, hostDeadlineMs, hostsAtOnce} from './audit-sources.ts'
import {displayOf} from './display.ts'
import {exitCodeOf} from './exit-code.ts'
import type {Io} from './io.ts'
import {type Judge, judgeOf} from './judge-host.ts'
import {onInterrupt} from './on-interrupt.ts'
import {outputsOf, refuseUnwritableOutputs, writeOutputs} from './outputs.ts'
import {type Setup, setupOpener} from './setup.ts'
import {toldBy} from './told.ts'
import {version} from './version.ts'

/** Looks at many hosts at once, compares them, writes the reports and gives the exit code. Ctrl-C reports what is done. */
export async function audit(args: Args, io: Io): Promise<number> {
  const outputs = outputsOf(args, fleetReporters)
  await refuseUnwritableOutputs(outputs)
  const [sources, openSetup, told] = await Promise.all([auditSources(args), setupOpener(args), toldBy(args)])
  const setup = await openSetup(nowhere)
  const judges = new Map<Setup, Judge>([[setup, judgeOf(setup, told)]])
  const {fleetRules = []} = judges.get(setup) ?? {}
  const startedAt = new Date()
  const progress = {total: sources.length, done: 0, running: 0, unreachable: 0}
  const {audited, done, stop} = startAudit(
    {
      sources,
      atOnce: hostsAtOnce(args),
      deadlineMs: hostDeadlineMs(args),
      compares: fleetRules.length > 0,
      async judgeFor(host) {
        const own = await openSetup(host)
        return judges.get(own) ?? judgeOf(own, told)
      },
    },
    progress,
  )
  const line = showProgress(io.err, progress)
  let forget = (): void => {}
  const interrupted = new Promise<void>((resolve) => {
    forget = onInterrupt(resolve)
  })
  try {
    await Promise.race([done, interrupted.then(stop)])
  } finally {
    line.clear()
    forget()
  }
  const reached = {
    failOn: (one(setup.args, 'fail-on') ?? 'error') as FailOn,
    allowUnknown: isOn(setup.args, 'allow-unknown'),
  }
  const phase = phaseOf(args, audited)
  const judged = await judgeFleet(audited.members, fleetRules, setup.cel, phase)
  const {findings, notices} = waive(judged, setup.waivers, 'fleet', startedAt)
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
  return exitCodeOf(report, {...reached, allowUnknown: reached.allowUnknown && summary.unreachable === 0})
}

const nowhere = snapshotHost({
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  unlisted: 'absent',
  host: {name: 'fleet', capturedAt: '1970-01-01T00:00:00Z'},
})

/** The phase the comparison is made in: what is asked for, else the one most hosts are in. */
function phaseOf(args: Args, {hosts}: Audited): Phase {
  const asked = phases.find((phase) => phase === one(args, 'phase'))
  const count = (phase: Phase) => hosts.filter(({report}) => report.phase === phase).length
  return asked ?? phases.toSorted((a, b) => count(b) - count(a))[0] ?? 'bootstrap'
}

const byName = <T extends {readonly name: string}>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => compareNames(a.name, b.name))
