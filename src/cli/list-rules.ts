import {UserError} from '../errors.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {labelled, wrap} from '../reporters/terminal/wrap.ts'
import type {Rule} from '../rules/rule.ts'
import {nearest} from '../text/nearest.ts'
import {type Args, isOn, listed} from './args.ts'
import {displayOf} from './display.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {openRules} from './rule-set.ts'

/** Lists the rules by subject. */
export async function listRules(args: Args, io: Io): Promise<number> {
  const {rules} = await openRules(args)
  const selected = ofSubjects(rules, listed(args, 'subject'))
  const display = displayOf(args, io.out, io.env)
  io.out.write(isOn(args, 'json') ? asJson(selected) : asText(selected, display.columns, styleOf(display)))
  return exitCodes.pass
}

function ofSubjects(rules: readonly Rule[], subjects: readonly string[]): readonly Rule[] {
  const known = new Set(rules.map(({subject}) => subject))
  for (const subject of subjects) {
    if (known.has(subject)) continue
    const close = nearest(subject, known)
    const hint = close === undefined ? `subjects: ${[...known].sort().join(', ')}` : `did you mean '${close}'?`
    throw new UserError(`--subject: there is no subject '${subject}'`, {hint})
  }
  return subjects.length === 0 ? rules : rules.filter(({subject}) => subjects.includes(subject))
}

function asJson(rules: readonly Rule[]): string {
  const published = rules.map(({id, subject, title, severity, phases, aliases, references}) => {
    return {id, subject, title, severity, phases, aliases, references}
  })
  return `${JSON.stringify(published, undefined, 2)}\n`
}

function asText(rules: readonly Rule[], columns: number, style: Style): string {
  const sections = [...new Set(rules.map(({subject}) => subject))].sort().map((subject) => {
    const lines = rules.filter((rule) => rule.subject === subject).flatMap((rule) => linesOf(rule, columns, style))
    return `${[style.bold(safe(subject)), ...lines].join('\n')}\n`
  })
  return sections.join('\n')
}

function linesOf(rule: Rule, columns: number, style: Style): readonly string[] {
  const severities = [...new Set(rule.severity.map(({is}) => is))].join('/')
  const phases = rule.phases.length === 3 ? '' : `, ${rule.phases.join(' and ')} only`
  const title = wrap(safe(`${rule.title} (${severities}${phases})`), columns - 4)
  return [`  ${style.cyan(safe(rule.id))}`, ...labelled('', title, 4)]
}
