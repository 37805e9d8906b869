import {readdirSync, readFileSync} from 'node:fs'
import test from 'ava'
import {listed, many, one} from '../../src/cli/args.ts'
import {readCommandLine} from '../../src/cli/command-line.ts'
import {parseFactPath} from '../../src/cli/fact-path.ts'
import {rulesNamed} from '../../src/cli/find-rule.ts'
import {outputsOf} from '../../src/cli/outputs.ts'
import {loadRecipes} from '../../src/cli/recipes.ts'
import {collectors} from '../../src/collectors/index.ts'
import {UserError} from '../../src/errors.ts'
import {reporters} from '../../src/reporters/index.ts'
import {builtinRules} from '../../src/rules/builtin.ts'
import {isKubeadmCheck} from '../../src/rules/kubeadm-checks.ts'
import {loadPages} from '../../src/rules/pages.ts'
import {matcherOf} from '../../src/rules/select.ts'
import {suspector} from '../../src/rules/symptoms.ts'
import {splitWords} from '../../src/text/shell-words.ts'

const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`)

/** The command lines of this program in the blocks and the prose of a page, each up to what is no argument of its. */
function commandLines(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^ *```(?:sh|console)?\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n/g, ' ').split('\n'),
  )
  const prose = page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/\s+/g, ' ')
  const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    /^--(?:only|skip|ignore) /.test(code) ? `node-preflight ${code}` : code,
  )
  return [...blocks, ...inline]
    .flatMap((line) => /(?:^|[|&] |sudo )\s*node-preflight(?= |$)(.*)$/.exec(line)?.[1] ?? [])
    .map((line) => line.replace(/\$\(.*\)/, 'x').replace(/(?: [#>&]| ?\|).*|(?<=^[^"]*)"$/, ''))
}

/** The rules of a page itself, and of the packs it has made. */
const ownRules = (page: string) => [
  ...[...page.matchAll(/^ *id: (\S+)$/gm)].map(([, id = '']) => ({id, subject: 'own', aliases: []})),
  ...(page.includes('rules from-host') ? [{id: '', subject: 'baseline', aliases: []}] : []),
]

const suspectsOf = suspector(builtinRules, (await loadPages()).logLines)
const recipes = (await loadRecipes()).map(({name}) => name)
const io = {out: {write: () => true}, err: {write: () => true}, env: {}}

/** What is wrong with a command line, or undefined where each of its names is one. */
async function wrongIn(line: string, page: string): Promise<string | undefined> {
  const words = splitWords(line)
  if (!words.ok) return words.problem.message
  try {
    const parsed = await readCommandLine(words.value, io)
    if ('output' in parsed) return undefined
    const {args, command} = parsed
    for (const option of ['only', 'skip', 'ignore']) {
      const names = listed(args, option)
      matcherOf([...builtinRules, ...ownRules(page)], {names, by: `--${option}`}, option !== 'only')
    }
    if ('output' in command.options && command.usage.startsWith('check')) outputsOf(args, reporters)
    const path = one(args, 'path')
    if (command.usage.startsWith('facts') && path !== undefined) parseFactPath(path, collectors)
    const recipe = one(args, 'recipe')
    if (recipe !== undefined && recipe !== 'NAME' && !recipes.includes(recipe)) return `there is no recipe ${recipe}`
    if (!command.usage.startsWith('explain')) return undefined
    const text = many(args, 'rule').join(' ')
    const isKnown = rulesNamed([...builtinRules, ...ownRules(page)], text).length + suspectsOf(text).length > 0
    return text === '' || isKnown || isKubeadmCheck(text) ? undefined : `nothing explains ${text}`
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

for (const page of ['README.md', ...guides]) {
  test(`every command line of ${page} is one`, async (t) => {
    const text = readFileSync(page, 'utf8')
    const lines = commandLines(text)
    t.true(lines.length > 0)
    for (const line of lines) t.is(await wrongIn(line, text), undefined, line)
  })
}

test('command lines are found in blocks and prose, and what is wrong with one is told', async (t) => {
  const page = 'A `node-preflight facts os`, `--only cni,Swap`.\n\n```\nx | node-preflight explain - # y\n```\n'
  t.deepEqual(commandLines(page), [' explain -', ' facts os', ' --only cni,Swap'])
  t.regex((await wrongIn('facts sysctl', '')) ?? '', /no fact 'sysctl'/)
  t.regex((await wrongIn('--only cni,Swap', '')) ?? '', /no rule or subject is named 'Swap'/)
  t.regex((await wrongIn('--onyl cni', '')) ?? '', /no option --onyl/)
  t.regex((await wrongIn('explain no-such-rule', '')) ?? '', /nothing explains/)
  t.regex((await wrongIn('generate ansibel', '')) ?? '', /no recipe/)
})
