import {isKubeadmCheck} from '../rules/kubeadm-checks.ts'
import {loadPages} from '../rules/pages.ts'
import type {Rule} from '../rules/rule.ts'
import {type Suspect, suspector} from '../rules/symptoms.ts'
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

/** Shows the pages of rules, or which faults write a log line; `-` reads lines from standard input. */
export async function explain(args: Args, io: Io): Promise<number> {
  const words = many(args, 'rule')
  const text = words.length === 0 ? standardInput : words.join(' ').trim()
  const host = await hostOpener(args)()
  const setup = await openSetup(args, host)
  const subject = {host, setup, told: await toldBy(setup.args)}
  const named = text === standardInput ? [] : rulesOfWords(setup.rules, words)
  if (named.length > 0) await explainRules(named, subject, io)
  else {
    const suspectsOf = suspector(setup.rules, (await loadPages()).logLines)
    const line = isKubeadmCheck(text) ? checkLine(text, suspectsOf) : text
    const isName = /^[\w-]+$/.test(text) && text !== standardInput
    if (isName && suspectsOf(line).length === 0) throw noRuleNamed(setup.rules, text)
    await explainLines(text === standardInput ? linesOf(io) : [line], suspectsOf, subject, io)
  }
  return exitCodes.pass
}

/**
 * The rules of words each of which names one, or covers a check of kubeadm of that name; none where a word does neither. A word
 * with hyphens beside the name of a rule is a misspelt one, and refused.
 */
function rulesOfWords(rules: readonly Rule[], words: readonly string[]): readonly Rule[] {
  const named = words.map((word) => rulesNamed(rules, word.trim()))
  if (named.every((each) => each.length > 0)) return [...new Set(named.flat())]
  const misspelt = words.find((word, index) => named[index]?.length === 0 && /^\w+(?:-\w+)+$/.test(word))
  if (misspelt !== undefined && named.some((each) => each.length > 0)) throw noRuleNamed(rules, misspelt)
  return []
}

/** What kubeadm writes where its check of a name fails, or else warns. */
function checkLine(name: string, suspectsOf: (line: string) => readonly Suspect[]): string {
  const error = `[ERROR ${name}]`
  return suspectsOf(error).length > 0 ? error : `[WARNING ${name}]`
}

/** The word for standard input, which yargs hands over as no word at all. */
const standardInput = '-'
