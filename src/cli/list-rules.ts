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

/** Lists the rules by subject: for a terminal wrapped below headings, for pipes and files one line each. */
export async function listRules(args: Args, io: Io): Promise<number> {
  const {rules} = await openRules(args)
  const selected = ofSubjects(rules, listed(args, 'subject'))
  io.out.write(isOn(args, 'json') ? asJson(selected) : asText(selected, args, io))
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

function asText(rules: readonly Rule[], args: Args, io: Io): string {
  const subjects = [...new Set(rules.map(({subject}) => subject))].sort()
  const sections = subjects.map((subject) => rules.filter((rule) => rule.subject === subject))
  if (!io.out.isTTY) return asTable(sections.flat())
  const display = displayOf(args, io.out, io.env)
  const style = styleOf(display)
  return sections
    .map((section, index) => {
      const lines = section.flatMap((rule) => linesOf(rule, display.columns, style))
      return `${[style.bold(safe(subjects[index] ?? '')), ...lines].join('\n')}\n`
    })
    .join('\n')
}

function asTable(rules: readonly Rule[]): string {
  const width = (of: (rule: Rule) => string) => Math.max(...rules.map((rule) => safe(of(rule)).length))
  const [ids, subjects] = [width(({id}) => id), width(({subject}) => subject)]
  return rules
    .map((rule) => `${safe(rule.id).padEnd(ids)}  ${safe(rule.subject).padEnd(subjects)}  ${safe(titleOf(rule))}\n`)
    .join('')
}

function linesOf(rule: Rule, columns: number, style: Style): readonly string[] {
  return [`  ${style.cyan(safe(rule.id))}`, ...labelled('', wrap(safe(titleOf(rule)), columns - 4), 4)]
}

function titleOf({title, severity, phases}: Rule): string {
  const severities = [...new Set(severity.map(({is}) => is))].join('/')
  const only = phases.length === 3 ? '' : `, ${phases.join(' and ')} only`
  return `${title} (${severities}${only})`
}
