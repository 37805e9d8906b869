import {Cel} from '../cel/environment.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {noRule, readRuleTexts} from '../rules/load.ts'
import {readManifest} from '../rules/pack.ts'
import {type Args, many} from './args.ts'
import {version} from './version.ts'

/** What the paths of a command name. */
export interface RuleFiles {
  readonly cel: Cel
  readonly texts: readonly {readonly file: string; readonly text: string}[]
  /** What is wrong with the `pack.yaml` of packs among the paths. */
  readonly packProblems: readonly UserError[]
}

/** Reads the rule files of `paths`: rule files, folders of them and packs; a file that several paths name is read once. */
export async function readRulePaths(args: Args): Promise<RuleFiles> {
  const read = await Promise.all(many(args, 'paths').map(readPath))
  const texts = [...new Map(read.flatMap(({texts}) => texts).map((one) => [one.file, one])).values()]
  return {cel: new Cel(collectors), texts, packProblems: read.flatMap(({problem}) => problem ?? [])}
}

async function readPath(path: string) {
  const texts = await readRuleTexts(path)
  try {
    const manifest = await readManifest(path, version)
    if (texts.length === 0 && manifest === undefined) throw noRule(path)
    return {texts, problem: undefined}
  } catch (error) {
    if (error instanceof UserError && error.place !== undefined) return {texts, problem: error}
    throw error
  }
}
