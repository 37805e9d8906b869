import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {commands} from '../src/cli/commands/index.ts'
import {version} from '../src/cli/version.ts'
import {collectors} from '../src/collectors/index.ts'
import {readRuleFiles} from '../src/rules/load.ts'
import {factsPage} from './docs/facts-page.ts'
import {manPage} from './docs/man-page.ts'
import {reportPicture} from './docs/picture.ts'
import {ruleIndex} from './docs/rule-index.ts'
import {rulePage} from './docs/rule-page.ts'

/**
 * Writes docs/rules/*.md, docs/facts.md, the manual page, the picture of a report and rules/README.md from their sources;
 * `--check` only tells which are stale.
 */

/** The date of the newest release, once there is one. */
const released = /^## \S+ \(?(\d{4}-\d{2}-\d{2})/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1] ?? ''
const files = await readRuleFiles('rules')
const pages = new Map<string, string>([
  ['docs/facts.md', factsPage(collectors)],
  ['docs/node-preflight.1', manPage(commands, version, released)],
  ['docs/report.svg', await reportPicture()],
  ['rules/README.md', ruleIndex(files.map((file) => file.rule))],
  ...files.map((file) => [`docs/rules/${file.rule.id}.md`, rulePage(file)] as const),
])
const strays = existsSync('docs/rules')
  ? readdirSync('docs/rules')
      .map((name) => join('docs/rules', name))
      .filter((path) => !pages.has(path))
  : []
const stale = [...pages]
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  .map(([path]) => path)

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...strays]) process.stderr.write(`${path} is stale; run: npm run docs\n`)
  process.exitCode = stale.length + strays.length > 0 ? 1 : 0
} else {
  for (const path of strays) rmSync(path)
  for (const path of stale) {
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, pages.get(path) ?? '')
  }
}
