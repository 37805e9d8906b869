import {readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Cel} from '../cel/environment.ts'
import {UserError} from '../errors.ts'
import {parseRuleFile, type RuleFile} from './parse.ts'
import type {Rule} from './rule.ts'
import {typeCheckRule} from './type-check.ts'

/** The rule files below a folder `<subject>/<id>.yaml`, in the order of their paths, not yet type-checked. */
export async function readRuleFiles(folder: string): Promise<readonly RuleFile[]> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true}).catch(
    (error: NodeJS.ErrnoException) => {
      const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
      throw new UserError(`the rules folder ${folder} ${what}`)
    },
  )
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0)
    throw new UserError(`the rules folder ${folder} holds no rule`, {hint: 'a rule is a file <subject>/<id>.yaml'})
  return Promise.all(paths.map(async (path) => parseRuleFile(path, await readFile(path, 'utf8'))))
}

/** The user's rules of a folder, type-checked. Throws UserError with the place of the first mistake. */
export async function loadRules(folder: string, cel: Cel): Promise<readonly Rule[]> {
  const files = await readRuleFiles(folder)
  for (const file of files) typeCheckRule(file, cel)
  return files.map((file) => file.rule)
}
