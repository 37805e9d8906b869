import {lintRule} from '../check/lint-rule.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {safe} from '../reporters/terminal/safe.ts'
import {counted} from '../reporters/terminal/wrap.ts'
import {type Args, isOn} from './args.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {readRulePaths} from './rule-files.ts'

/** Lists everything that is wrong with rule files; the exit code is 1 where there is anything. */
export async function lintRules(args: Args, io: Io): Promise<number> {
  const {cel, texts, packProblems} = await readRulePaths(args)
  const linted = await Promise.all(texts.map(({file, text}) => lintRule(file, text, collectors, cel)))
  const problems = [...packProblems, ...linted.flat(), ...repeated(texts.map(({file}) => file))]
  io.out.write(isOn(args, 'json') ? asJson(problems) : asText(problems, texts.length))
  return problems.length === 0 ? exitCodes.pass : exitCodes.fail
}

/** Rules of one id in different folders. */
function repeated(files: readonly string[]): readonly UserError[] {
  const seen = new Map<string, string>()
  return files.flatMap((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const first = seen.get(name)
    if (first !== undefined) return [new UserError(`another rule has this id: ${first}`, {place: {file, line: 1}})]
    seen.set(name, file)
    return []
  })
}

function asJson(problems: readonly UserError[]): string {
  const published = problems.map(({message, hint, place}) => ({...place, message, hint}))
  return `${JSON.stringify(published, undefined, 2)}\n`
}

function asText(problems: readonly UserError[], rules: number): string {
  const lines = problems.map(({message, hint, place}) => {
    const where = [place?.file, place?.line, place?.column].filter((part) => part !== undefined).join(':')
    return safe(`${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`)
  })
  const sum = problems.length === 0 ? 'no problem' : counted(problems.length, 'problem')
  return `${[...lines, `${counted(rules, 'rule')}: ${sum}`].join('\n')}\n`
}
