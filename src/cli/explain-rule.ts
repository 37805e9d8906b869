import {toEvidence} from '../check/evidence.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {labelled, wrap, wrapProse} from '../reporters/terminal/wrap.ts'
import type {Rule} from '../rules/rule.ts'
import {type Args, one} from './args.ts'
import {displayOf} from './display.ts'
import {exitCodes} from './exit-code.ts'
import {findRules} from './find-rule.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {openSetup} from './setup.ts'

/** Shows the page of a rule, or of all rules that cover a kubeadm check, as the configuration of the host has them. */
export async function explainRule(args: Args, io: Io): Promise<number> {
  const {rules} = await openSetup(args, await hostOpener(args)())
  const found = findRules(rules, one(args, 'rule') ?? '')
  const display = displayOf(args, io.out, io.env)
  const style = styleOf(display)
  io.out.write(`${found.map((rule) => page(rule, display.columns, style).join('\n')).join('\n\n')}\n`)
  return exitCodes.pass
}

const labelWidth = 10

function page(rule: Rule, columns: number, style: Style): readonly string[] {
  const width = columns - labelWidth
  const row = (label: string, lines: readonly string[]) => labelled(label, lines, labelWidth, style.bold)
  const severity = rule.severity.map(({is, when}) => (when === undefined ? is : `${is} when ${when}`))
  const expressions = [
    ...expression('when', rule.when),
    ...expression('each', rule.each),
    ...expression('assert', rule.assert),
  ].flatMap((text) => wrapProse(text, width))
  return [
    ...wrap(safe(rule.title), columns).map(style.bold),
    style.dim(safe(`${rule.id}  (${rule.subject})`)),
    '',
    ...row(
      'severity',
      severity.flatMap((text) => wrap(safe(text), width)),
    ),
    ...row(
      'changed',
      (rule.changes ?? []).flatMap((text) => wrap(safe(text), width)),
    ),
    ...row(
      'params',
      parameters(rule).flatMap((text) => wrap(safe(text), width)),
    ),
    ...row('phases', [rule.phases.join(', ')]),
    ...row('judges', expressions),
    '',
    ...row('why', wrapProse(rule.why, width)),
    '',
    ...row('fix', [...wrapProse(rule.fix.text, width), ...commands(rule, style)]),
    ...row(
      'symptoms',
      rule.symptoms.flatMap((text) => wrap(safe(text), width)),
    ),
    ...row('covers', rule.aliases.length === 0 ? [] : wrap(safe(`kubeadm ${rule.aliases.join(', ')}`), width)),
    ...row('see', rule.references.map(safe)),
    ...row('origin', wrap(safe(rule.origin ?? 'built in'), width)),
    ...row('file', [safe(rule.file)]),
  ]
}

/** Each parameter with the value in force and the place that set it. */
function parameters({parameters = {}}: Rule): readonly string[] {
  return Object.entries(parameters).map(([name, {default: standard, set, about}]) => {
    if (set === undefined) return `${name} = ${standard} (default): ${about}`
    const {source} = toEvidence({fact: name, value: set.value, source: set.source})
    const place = source === undefined ? '' : `${placeOf(source)}, `
    return `${name} = ${set.value} (${place}instead of ${standard}): ${about}`
  })
}

const expression = (key: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`${key} ${text.trim()}`]

function commands({fix}: Rule, style: Style): readonly string[] {
  return Object.entries(fix.commands).flatMap(([family, lines]) => [
    style.dim(`${family === 'any' ? 'on any system' : `on ${family}`}:`),
    ...lines.flatMap((line) => line.trim().split('\n')).map((line) => `${style.dim('#')} ${style.green(safe(line))}`),
  ])
}
