import {describeHost} from '../check/check.ts'
import {toEvidence} from '../check/evidence.ts'
import type {Finding, Report} from '../check/report.ts'
import {collectors} from '../collectors/index.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {labelled, wrap, wrapProse} from '../reporters/terminal/wrap.ts'
import type {RuleStories} from '../rules/pages.ts'
import type {Rule} from '../rules/rule.ts'
import {storiesOf} from '../rules/stories.ts'
import {isOn} from './args.ts'
import {displayOf} from './display.ts'
import {type Remedy, remedyOf} from './explain-fix.ts'
import {fieldsRead} from './fields-read.ts'
import {hostLines} from './host-lines.ts'
import type {Io} from './io.ts'
import {type Subject, tryRules} from './on-host.ts'

/** Shows the pages of rules as the configuration of the host has them, each with what it says of the host. */
export async function explainRules(rules: readonly Rule[], subject: Subject, io: Io): Promise<void> {
  const {setup} = subject
  const display = displayOf(setup.args, io.out, io.env)
  const {report, store} = await tryRules(subject, rules)
  const {family} = await describeHost(store)
  const sight: Sight = {
    report,
    columns: display.columns,
    isVerbose: isOn(setup.args, 'verbose'),
    style: styleOf(display),
  }
  const workplace = {cel: setup.cel, store, phase: report.phase, family}
  const pages = await Promise.all(
    rules.map(async (rule) => {
      const findings = report.findings.filter((finding) => finding.rule === rule.id)
      const [stories, remedy] = await Promise.all([storiesOf(rule), remedyOf(rule, findings, workplace)])
      return page({rule, findings, stories, remedy}, sight)
    }),
  )
  io.out.write(`${pages.map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

/** What a page is made for. */
interface Sight {
  readonly report: Report
  readonly columns: number
  readonly isVerbose: boolean
  readonly style: Style
}

/** What a page is made of. */
interface Material {
  readonly rule: Rule
  readonly findings: readonly Finding[]
  readonly stories: RuleStories
  readonly remedy: Remedy
}

function page({rule, findings, stories, remedy}: Material, sight: Sight): readonly string[] {
  const {report, columns, style} = sight
  const bullets = (texts: readonly string[]) =>
    texts.flatMap((text) => labelled(style.signs.bullet, wrap(safe(text), columns - 4), 2))
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', style.bold(heading), ...lines.map((line) => (line === '' ? '' : `  ${line}`))]
  const where = [report.host.name, report.host.os, `${report.phase} phase`].filter((part) => part !== '')
  return [
    ...wrap(safe(rule.title), columns).map(style.bold),
    style.dim(safe(`${rule.id}  (${rule.subject})`)),
    ...section('WHY', wrapProse(rule.why, columns - 2)),
    ...section('IN THE LOGS', bullets(rule.symptoms)),
    ...section('HOW IT IS DECIDED', decided(rule, stories, sight)),
    ...section(
      `ON THIS HOST: ${safe(where.join(', '))}`,
      rule.scope === undefined ? hostLines(findings, columns - 2, style) : comparesHosts,
    ),
    ...section('FIX', fixLines(remedy, sight)),
    ...section('NO FALSE ALARM', bullets(stories.spared)),
    ...section('READ ON', bullets(rule.references)),
    '',
    ...wrap(safe(`${rule.origin ?? 'built in'}: ${rule.file}`), columns).map(style.dim),
  ]
}

const comparesHosts = ['compares hosts with each other: node-preflight audit HOST...']

const labelWidth = 13

function decided(rule: Rule, {said}: RuleStories, {columns, style}: Sight): readonly string[] {
  const width = columns - labelWidth - 2
  const row = (label: string, texts: readonly string[]) =>
    labelled(
      label,
      texts.flatMap((text) => wrap(safe(text), width)),
      labelWidth,
      style.bold,
    )
  const severities = rule.severity.map(({is, when}) => (when === undefined ? is : `${is} when ${when.trim()}`))
  const reads = fieldsRead(rule, collectors).map(({path, about}) => `${path}: ${about}`)
  return [
    ...row('applies when', conditions(rule.when)),
    ...row('for each', rule.each === undefined ? [] : [`item of ${rule.each.trim()}`]),
    ...row('must hold', conditions(rule.assert)),
    ...row('severity', severities),
    ...row('phases', [rule.phases.join(', ')]),
    ...row('reads', reads),
    ...row('changed', rule.changes ?? []),
    ...row('parameters', parameters(rule)),
    ...row('says', said.slice(0, 3)),
    ...row('covers', rule.aliases.length === 0 ? [] : [`kubeadm ${rule.aliases.join(', ')}`]),
  ]
}

/** An expression in lines, broken at each `&&` outside of parentheses and quotes; whole where a weaker operator stands there. */
function conditions(expression: string | undefined): readonly string[] {
  if (expression === undefined) return []
  const whole = expression.trim().replace(/\s+/g, ' ')
  const lines = ['']
  let depth = 0
  for (const [token] of whole.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|&&|\|\||./gs)) {
    if ('([{'.includes(token)) depth++
    if (')]}'.includes(token)) depth--
    if (depth === 0 && (token === '||' || token === '?')) return [whole]
    if (depth === 0 && token === '&&') lines.push('and')
    else lines[lines.length - 1] += token
  }
  return lines.map((line) => line.trim())
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

/** The remedy with the commands for this host's distribution; those for others where more is asked for. */
function fixLines({texts, commands, others}: Remedy, {columns, isVerbose, style}: Sight): readonly string[] {
  const shown = (lines: readonly string[]) =>
    [...new Set(lines)].flatMap((line) => line.trim().split('\n')).map((line) => `  ${style.green(safe(line))}`)
  const named = (each: string) => style.dim(each === 'any' ? 'on any other system:' : `on ${each}:`)
  return [
    ...[...new Set(texts)].flatMap((text) => wrapProse(text, columns - 2)),
    ...shown(commands),
    ...(isVerbose
      ? others.flatMap(([each, lines]) => [named(each), ...shown(lines)])
      : others.length === 0
        ? []
        : [style.dim(`-v shows the commands for ${others.map(([each]) => each).join(', ')}`)]),
  ]
}
