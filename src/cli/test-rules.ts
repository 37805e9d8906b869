import {type Exercise, exerciseRule, unreached} from '../check/example.ts'
import {collectors} from '../collectors/index.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {counted} from '../reporters/terminal/wrap.ts'
import {parseRuleFile, type RuleFile} from '../rules/parse.ts'
import {typeCheckRule} from '../rules/type-check.ts'
import {type Args, isOn} from './args.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {readRulePaths} from './rule-files.ts'

type Tested = RuleFile & Exercise

/** Runs the examples of rule files; the exit code is 1 where one does not come out as it says. */
export async function testRules(args: Args, io: Io): Promise<number> {
  const {cel, texts, packProblems} = await readRulePaths(args)
  if (packProblems[0]) throw packProblems[0]
  const tested: Tested[] = []
  for (const {file, text} of texts) {
    const read = parseRuleFile(file, text)
    typeCheckRule(read, cel)
    tested.push({...read, ...(await exerciseRule(read.rule, read.examples, collectors, cel))})
  }
  const hasCoverage = isOn(args, 'coverage')
  io.out.write(isOn(args, 'json') ? asJson(tested, hasCoverage) : asText(tested, hasCoverage))
  return tested.some(({failures}) => failures.length > 0) ? exitCodes.fail : exitCodes.pass
}

const failuresOf = (tested: readonly Tested[]) =>
  tested.flatMap(({rule, failures}) =>
    failures.map(({example: {line, column}, expected, complaint}) => ({
      file: rule.file,
      line,
      column,
      rule: rule.id,
      expected,
      complaint,
    })),
  )

const gapsOf = (tested: readonly Tested[]) =>
  tested
    .map(({rule, reached}) => ({rule: rule.id, file: rule.file, missing: unreached(rule, reached)}))
    .filter(({missing}) => missing.length > 0)

const examplesOf = (tested: readonly Tested[]): number =>
  tested.reduce((sum, {examples}) => sum + Object.values(examples).flat().length, 0)

function asJson(tested: readonly Tested[], hasCoverage: boolean): string {
  const coverage = hasCoverage ? {coverage: gapsOf(tested)} : {}
  const published = {
    rules: tested.length,
    examples: examplesOf(tested),
    failures: failuresOf(tested),
    ...coverage,
  }
  return `${JSON.stringify(published, undefined, 2)}\n`
}

function asText(tested: readonly Tested[], hasCoverage: boolean): string {
  const failures = failuresOf(tested)
  const lines = failures.map(({file, line, column, expected, complaint}) =>
    safe(`${file}:${line}:${column}: must ${expected}, but ${complaint}`),
  )
  const gaps = hasCoverage ? gapsOf(tested) : []
  const missing = gaps.map(({file, missing}) => safe(`${file}: no example comes to ${missing.join(', ')}`))
  const sum = `${counted(tested.length, 'rule')}, ${counted(examplesOf(tested), 'example')}: `
  const verdict = failures.length === 0 ? 'all as they say' : `${failures.length} not as they say`
  const covered = hasCoverage ? `; ${counted(gaps.length, 'rule')} not exercised in full` : ''
  return `${[...lines, ...missing, sum + verdict + covered].join('\n')}\n`
}
