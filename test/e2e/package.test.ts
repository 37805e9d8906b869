import {spawnSync} from 'node:child_process'
import test from 'ava'

test('the npm package runs on Node, with its rules and its pages', (t) => {
  const run = (...argv: readonly string[]) =>
    spawnSync(process.execPath, ['dist/npm/main.js', ...argv], {encoding: 'utf8'})
  t.true(JSON.parse(run('rules', 'list', '--json').stdout).length > 100)
  t.regex(run('explain', 'Label not found').stdout, /^HARMLESS\n/)
})
