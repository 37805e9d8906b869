import {readdir, readFile, stat} from 'node:fs/promises'
import {join} from 'node:path'
import type {Cel} from '../cel/environment.ts'
import {UserError} from '../errors.ts'
import {parseRuleFile, type RuleFile} from './parse.ts'
import type {Rule} from './rule.ts'
import {typeCheckRule} from './type-check.ts'

/** The file that makes a folder of rules a pack. */
export const packFile = 'pack.yaml'

/** The table of known log lines beside the subjects' folders. */
export const logLinesFile = 'log-lines.yaml'

/** The rule files below a folder `<subject>/<id>.yaml`, in the order of their paths, not yet type-checked. */
export async function readRuleFiles(folder: string): Promise<readonly RuleFile[]> {
  return (await readRuleTexts(folder)).map(({file, text}) => parseRuleFile(file, text))
}

/** The user's rules of a folder, type-checked. Throws UserError with the place of the first mistake. */
export async function loadRules(folder: string, cel: Cel): Promise<readonly Rule[]> {
  const files = await readRuleFiles(folder)
  for (const file of files) typeCheckRule(file, cel)
  return files.map((file) => file.rule)
}

/** The texts of a rule file, or of all below a folder, in the order of their paths. */
export async function readRuleTexts(path: string): Promise<readonly {readonly file: string; readonly text: string}[]> {
  const files = await ruleFiles(path)
  return Promise.all(files.map(async (file) => ({file, text: await readFile(file, 'utf8').catch(refuse(file))})))
}

/** The refusal of a folder without rules. */
export const noRule = (folder: string): UserError =>
  new UserError(`the rules folder ${folder} holds no rule`, {hint: 'a rule is a file <subject>/<id>.yaml'})

async function ruleFiles(path: string): Promise<readonly string[]> {
  const status = await stat(path).catch(refuse(path))
  if (!status.isDirectory()) return [path]
  const entries = await readdir(path, {recursive: true, withFileTypes: true}).catch(refuse(path))
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml') && ![packFile, logLinesFile].includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function refuse(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new UserError(
      `rules: ${path} ${error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`}`,
    )
  }
}
