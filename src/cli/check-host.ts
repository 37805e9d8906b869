import {setTimeout as sleep} from 'node:timers/promises'
import type {Report} from '../check/report.ts'
import {type FailOn, isAtLeast} from '../check/verdict.ts'
import {UserError} from '../errors.ts'
import type {Host} from '../host/host.ts'
import {reporters} from '../reporters/index.ts'
import {nagiosStates} from '../reporters/one-line/nagios-state.ts'
import type {ReportOptions} from '../reporters/reporter.ts'
import type {Rule} from '../rules/rule.ts'
import {type Args, isOn, one} from './args.ts'
import {displayOf} from './display.ts'
import {durationMs} from './duration.ts'
import {exitCodeOf, exitCodes, nagiosExitCodeOf, speaksNagios} from './exit-code.ts'
import {imageOf} from './image.ts'
import type {Io} from './io.ts'
import {judgeOf} from './judge-host.ts'
import {hostOpener} from './open-host.ts'
import {type Output, outputsOf, refuseUnwritableOutputs, writeOutputs} from './outputs.ts'
import {openSetup, type Setup} from './setup.ts'
import {toldBy} from './told.ts'

const pauseMs = 2000

/** Checks a host and gives the exit code; to a Nagios server a mistake of the user's is UNKNOWN, on standard output. */
export async function checkHost(args: Args, io: Io): Promise<number> {
  const outputs = outputsOf(args, reporters)
  try {
    return await judgeAndReport(args, outputs, io)
  } catch (error) {
    if (!(error instanceof UserError) || !speaksNagios(outputs)) throw error
    io.out.write(`PREFLIGHT UNKNOWN - ${error.message.replace(/[\p{Cc}|]+/gu, ' ')}\n`)
    return nagiosStates.UNKNOWN
  }
}

/** With `--wait` checks until the host passes; writes every report. */
async function judgeAndReport(args: Args, outputs: readonly Output[], io: Io): Promise<number> {
  await refuseUnwritableOutputs(outputs)
  const openHost = hostOpener(args)
  const host = await openHost()
  const setup = await openSetup(args, host)
  const reached = {
    failOn: (one(setup.args, 'fail-on') ?? 'error') as FailOn,
    allowUnknown: isOn(setup.args, 'allow-unknown'),
  }
  const judge = await reporterOf(setup, outputs)
  if (isOn(args, 'verbose')) await tellSettings(setup, io)
  const deadline = Date.now() + waitMs(args)
  let report = await judge(host)
  while (exitCodeOf(report, reached) !== exitCodes.pass && Date.now() < deadline) {
    if (!isOn(args, 'quiet')) io.err.write(`not ready: ${inTheWay(report, reached)}; looking again\n`)
    await sleep(Math.min(pauseMs, Math.max(deadline - Date.now(), 0)))
    report = await judge(await openHost())
  }
  await writeOutputs(
    outputs,
    reporters,
    report,
    {...displayOf(args, io.out, io.env), verbosity: verbosityOf(args), ...reached},
    io.out,
  )
  return speaksNagios(outputs) ? nagiosExitCodeOf(report, reached) : exitCodeOf(report, reached)
}

/** Everything that was set up, read and checked once; each call judges a host. */
async function reporterOf(setup: Setup, outputs: readonly Output[]): Promise<(host: Host) => Promise<Report>> {
  const judge = judgeOf(setup, await toldBy(setup.args))
  const about = {...imageOf(setup.args), ...(await ruleSetFor(outputs, judge.rules))}
  return async (host) => {
    const {verdict, ...report} = (await judge.inspect(host)).report
    return {...report, ...about, verdict}
  }
}

async function tellSettings(setup: Setup, io: Io): Promise<void> {
  io.err.write((await import('./settings.ts')).settingsText(setup))
}

/** The digest of the rules, for the format that states it; it takes longer than judging them. */
async function ruleSetFor(outputs: readonly Output[], rules: readonly Rule[]): Promise<Pick<Report, 'ruleSet'>> {
  if (!outputs.some(({format}) => format === 'in-toto')) return {}
  return {ruleSet: (await import('../rules/digest.ts')).digestOfRules(rules)}
}

function waitMs(args: Args): number {
  const wait = one(args, 'wait')
  if (wait === undefined) return 0
  if (one(args, 'from') !== undefined) throw new UserError('--wait: a snapshot will not change')
  return durationMs('--wait', wait)
}

/** The rules that keep the check from passing. */
function inTheWay({findings}: Report, {failOn, allowUnknown}: {failOn: FailOn; allowUnknown: boolean}): string {
  const rules = findings.filter(({outcome, severity}) =>
    outcome === 'fail' ? isAtLeast(severity, failOn) : outcome === 'unknown' && severity === 'error' && !allowUnknown,
  )
  const ids = [...new Set(rules.map(({rule}) => rule))]
  return ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
}

function verbosityOf(args: Args): ReportOptions['verbosity'] {
  if (isOn(args, 'quiet') && isOn(args, 'verbose')) throw new UserError('--quiet and --verbose exclude each other')
  return isOn(args, 'quiet') ? 'quiet' : isOn(args, 'verbose') ? 'verbose' : 'normal'
}
