import {setTimeout as sleep} from 'node:timers/promises'
import {check} from '../check/check.ts'
import type {Report} from '../check/report.ts'
import {type FailOn, verdictOf} from '../check/verdict.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import type {ReportOptions} from '../reporters/reporter.ts'
import type {Phase} from '../rules/rule.ts'
import {selectRules} from '../rules/select.ts'
import {type Args, isOn, listed, one} from './args.ts'
import {displayOf} from './display.ts'
import {durationMs} from './duration.ts'
import {exitCodeOf, exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {outputsOf, writeOutputs} from './outputs.ts'
import {openRules} from './rule-set.ts'
import {toldBy} from './told.ts'
import {version} from './version.ts'

const pauseMs = 2000

/** Checks a host, with `--wait` until it passes, writes the reports and gives the exit code. */
export async function checkHost(args: Args, io: Io): Promise<number> {
  const outputs = outputsOf(args)
  const reached = {failOn: (one(args, 'fail-on') ?? 'error') as FailOn, allowUnknown: isOn(args, 'allow-unknown')}
  const judge = await judgeOf(args, reached.failOn)
  const deadline = Date.now() + waitMs(args)
  let report = await judge()
  while (exitCodeOf(report, reached) !== exitCodes.pass && Date.now() < deadline) {
    if (!isOn(args, 'quiet')) io.err.write(`not ready: ${failing(report)}; looking again\n`)
    await sleep(Math.min(pauseMs, Math.max(deadline - Date.now(), 0)))
    report = await judge()
  }
  const options = {...displayOf(args, io.out, io.env), verbosity: verbosityOf(args), failOn: reached.failOn}
  await writeOutputs(outputs, report, options, io.out)
  return exitCodeOf(report, reached)
}

/** Everything the options say, read and checked once; each call judges the host anew. */
async function judgeOf(args: Args, failOn: FailOn): Promise<() => Promise<Report>> {
  const openHost = hostOpener(args)
  const [told, {cel, rules}] = await Promise.all([toldBy(args), openRules(args)])
  const selected = selectRules(rules, {only: listed(args, 'only'), skip: listed(args, 'skip')})
  const phase = (one(args, 'phase') ?? 'auto') as Phase | 'auto'
  return async () => {
    const host = await openHost()
    const report = await check({host, told, collectors, rules: selected, cel, phase, version})
    return {...report, verdict: verdictOf(report.findings, failOn === 'never' ? 'error' : failOn)}
  }
}

function waitMs(args: Args): number {
  const wait = one(args, 'wait')
  if (wait === undefined) return 0
  if (one(args, 'from') !== undefined) throw new UserError('--wait: a snapshot will not change')
  return durationMs('--wait', wait)
}

function failing({findings}: Report): string {
  const rules = findings.filter(
    ({outcome, severity}) => outcome === 'fail' || (outcome === 'unknown' && severity === 'error'),
  )
  const ids = [...new Set(rules.map(({rule}) => rule))]
  return ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
}

function verbosityOf(args: Args): ReportOptions['verbosity'] {
  if (isOn(args, 'quiet') && isOn(args, 'verbose')) throw new UserError('--quiet and --verbose exclude each other')
  return isOn(args, 'quiet') ? 'quiet' : isOn(args, 'verbose') ? 'verbose' : 'normal'
}
