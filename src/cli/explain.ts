import {loadPages} from '../rules/pages.ts'
import {suspector} from '../rules/symptoms.ts'
import {type Args, many} from './args.ts'
import {exitCodes} from './exit-code.ts'
import {explainLines} from './explain-lines.ts'
import {explainRules} from './explain-rule.ts'
import {noRuleNamed, rulesNamed} from './find-rule.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {openSetup} from './setup.ts'
import {linesOf} from './stdin.ts'
import {toldBy} from './told.ts'

/** Shows the page of a rule, or which faults write a log line; `-` reads lines from standard input. */
export async function explain(args: Args, io: Io): Promise<number> {
  const words = many(args, 'rule')
  const text = words.length === 0 ? standardInput : words.join(' ').trim()
  const host = await hostOpener(args)()
  const setup = await openSetup(args, host)
  const subject = {host, setup, told: await toldBy(setup.args)}
  const named = text === standardInput ? [] : rulesNamed(setup.rules, text)
  if (named.length > 0) await explainRules(named, subject, io)
  else {
    const suspectsOf = suspector(setup.rules, (await loadPages()).logLines)
    const isName = /^[\w-]+$/.test(text) && text !== standardInput && suspectsOf(text).length === 0
    if (isName) throw noRuleNamed(setup.rules, text)
    await explainLines(text === standardInput ? linesOf(io) : [text], suspectsOf, subject, io)
  }
  return exitCodes.pass
}

/** The word for standard input, which yargs hands over as no word at all. */
const standardInput = '-'
