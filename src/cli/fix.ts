import {type ReadReport, readReport} from '../check/read-report.ts'
import {UserError} from '../errors.ts'
import {matcherOf, type Names} from '../rules/select.ts'
import {type Args, listed, one} from './args.ts'
import {readUserFile} from './config.ts'
import {exitCodes} from './exit-code.ts'
import {fixScript} from './fix-script.ts'
import type {Io} from './io.ts'
import {judgeOf} from './judge-host.ts'
import {hostOpener} from './open-host.ts'
import {openSetup} from './setup.ts'
import {toldBy} from './told.ts'

/** Prints a script that mends what fails on a host, or what failed in a report; runs nothing of it. */
export async function printFix(args: Args, io: Io): Promise<number> {
  const only = {names: listed(args, 'only'), by: '--only'}
  const file = one(args, 'from-report')
  io.out.write(fixScript(file === undefined ? await checked(args) : await reported(args, file, only)))
  return exitCodes.pass
}

async function checked(args: Args): Promise<ReadReport> {
  const host = await hostOpener(args)()
  const setup = await openSetup(args, host)
  return (await judgeOf(setup, await toldBy(setup.args)).inspect(host)).report
}

async function reported(args: Args, file: string, only: Names): Promise<ReadReport> {
  const other = ['root', 'from', 'via'].find((name) => one(args, name) !== undefined)
  if (other !== undefined) throw new UserError(`--${other} and --from-report exclude each other`)
  const report = readReport(file, await readUserFile(file, '--from-report'))
  if (only.names.length === 0) return report
  const named = report.findings.map((finding) => ({id: finding.rule, subject: finding.subject, aliases: [], finding}))
  return {...report, findings: named.filter(matcherOf(named, only)).map(({finding}) => finding)}
}
