import {readdirSync, readFileSync} from 'node:fs'
import test from 'ava'
import {commands} from '../../src/cli/commands/index.ts'
import {readPlainly} from '../../src/cli/plain.ts'
import {splitWords} from '../../src/text/shell-words.ts'

const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`)

/** The command lines of this program in the shell blocks of a page, each up to what is no argument of its. */
const commandLines = (page: string): readonly string[] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => /^(?:ssh \S+ sudo )?node-preflight( .*)?$/.exec(line)?.[1] ?? [])
      .map((line) => line.replace(/\$\(.*\)/, 'x').replace(/ [#>|&].*/, '')),
  )

for (const page of ['README.md', ...guides]) {
  test(`every command line of ${page} is one`, (t) => {
    const wrong = commandLines(readFileSync(page, 'utf8')).filter((line) => {
      const words = splitWords(line)
      return !words.ok || !readPlainly(words.value, commands)
    })
    t.deepEqual(wrong, [])
  })
}
