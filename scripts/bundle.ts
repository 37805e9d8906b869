import {mkdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {Cel} from '../src/cel/environment.ts'
import {collectors} from '../src/collectors/index.ts'
import {logLinesFile, readRuleFiles} from '../src/rules/load.ts'
import {readLogLines} from '../src/rules/log-lines.ts'
import type {Pages} from '../src/rules/pages.ts'
import {tell} from '../src/rules/stories.ts'
import {typeCheckRule} from '../src/rules/type-check.ts'
import {readRecipes} from './recipes.ts'

/**
 * Compiles `rules/` and `recipes/` into the JSON modules that the program imports: the rules for every check, what only
 * explanations need, and the recipes. A rule that does not type-check stops it.
 */
const cel = new Cel(collectors)
const files = await readRuleFiles('rules')
for (const file of files) typeCheckRule(file, cel)
const table = join('rules', logLinesFile)
const pages: Pages = {
  stories: Object.fromEntries(files.map(({rule, examples}) => [rule.id, tell(examples)])),
  logLines: readLogLines(table, await readFile(table, 'utf8')),
}
await mkdir('dist', {recursive: true})
await writeFile('dist/rules.json', JSON.stringify(files.map(({rule}) => rule)))
await writeFile('dist/pages.json', JSON.stringify(pages))
await writeFile('dist/recipes.json', JSON.stringify(await readRecipes('recipes')))
