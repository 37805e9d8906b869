import {Cel} from '../cel/environment.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {builtinRules} from '../rules/builtin.ts'
import {noRule, readRuleTexts} from '../rules/load.ts'
import {type Manifest, readManifest, strayNames} from '../rules/pack.ts'
import {inspectRuleFile} from '../rules/parse.ts'
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
  const manifests = read.flatMap(({manifest}) => manifest ?? [])
  const named = manifests.some(({disable}) => disable.length > 0) ? [...builtinRules, ...rulesOf(texts)] : []
  const strays = manifests.flatMap((manifest) => strayNames(manifest, named))
  return {cel: new Cel(collectors), texts, packProblems: [...read.flatMap(({problem}) => problem ?? []), ...strays]}
}

/** The rules of these files as far as they can be read. */
const rulesOf = (texts: RuleFiles['texts']) =>
  texts.flatMap(({file, text}) => inspectRuleFile(file, text).read?.rule ?? [])

async function readPath(path: string): Promise<Pick<RuleFiles, 'texts'> & {manifest?: Manifest; problem?: UserError}> {
  const texts = await readRuleTexts(path)
  try {
    const manifest = await readManifest(path, version)
    if (texts.length === 0 && manifest === undefined) throw noRule(path)
    return manifest === undefined ? {texts} : {texts, manifest}
  } catch (error) {
    if (error instanceof UserError && error.place !== undefined) return {texts, problem: error}
    throw error
  }
}
