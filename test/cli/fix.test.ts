import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import type {Finding} from '../../src/check/report.ts'
import {fixScript} from '../../src/cli/fix-script.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {fillTemplate, shellQuote, templateExpressions} from '../../src/rules/template.ts'
import {splitWords} from '../../src/text/shell-words.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const root = await folder({
  'rules/own/bad-family.yaml': ruleOf('bad-family', 'os.family == "rhel"'),
  'host.json': snapshotOf(),
})
const rules = ['--rules', join(root, 'rules')]
const from = ['--from', join(root, 'host.json')]

test('the script has the commands for this distribution, with rule, cause and place', async (t) => {
  const {code, out} = await cli('fix', ...rules, ...from, '--only', 'own')
  t.is(code, 0)
  t.regex(out, /^#!\/bin\/sh\n# Mends what node-preflight found on node-1, Debian 13 at .*: 1 failing\n# finding\.\n/)
  t.regex(
    out,
    /# error bad-family: the family is debian \(\/etc\/os-release:1\)\n# Install Debian\.\n\{\ndebootstrap \/mnt debian\n\} \|\| step_failed 'bad-family'\n/,
  )
})

test('a report of an earlier check gives the same commands', async (t) => {
  const report = join(root, 'report.json')
  await cli('check', ...rules, ...from, '-q', '-o', `json=${report}`)
  const steps = (script: string) => script.slice(script.indexOf('###'))
  const live = await cli('fix', ...rules, ...from, '--only', 'own')
  t.is(steps((await cli('fix', '--from-report', report, '--only', 'own')).out), steps(live.out))
  t.regex(
    (await cli('fix', '--from-report', report, '--only', 'owm')).err,
    /no rule or subject is named 'owm' \(did you mean 'own'\?\)/,
  )
  t.regex((await cli('fix', '--from-report', report, '--root', '/')).err, /exclude each other/)
})

const failing = (message: string, ...commands: readonly string[]): Finding => ({
  rule: 'a-rule',
  subject: 'x',
  title: 'x',
  severity: 'error',
  outcome: 'fail',
  message,
  item: message,
  evidence: [],
  ruleFile: '',
  fix: {text: message, commands},
})
const scriptOf = (...findings: readonly Finding[]) =>
  fixScript({host: {name: 'n', os: '', kernel: '', mode: 'live'}, startedAt: 'now', findings})
const runSh = (script: string, path = '/usr/bin:/bin') =>
  spawnSync('/bin/sh', ['-s'], {input: script, encoding: 'utf8', env: {PATH: path}})

test('a step that fails is told, and the next ones run', (t) => {
  const {status, stdout, stderr} = runSh(scriptOf(failing('x', 'false', 'echo next', 'cat <<EOF\nhere\nEOF')))
  t.deepEqual([status, stdout, stderr], [1, 'next\nhere\n', 'failed: a-rule\n'])
})

test('the remedy stands as a comment before the first of its commands, once', (t) => {
  const finding = failing('x', 'apt-get install -y no-such-package', 'echo changed', 'systemctl restart no-such-unit')
  const text = 'The package comes from a repository that must be set up first.'
  const script = scriptOf(
    {...finding, fix: {...finding.fix, text, commands: finding.fix?.commands ?? []}},
    failing('y', 'echo next'),
  )
  t.is(script.split(text).length, 2)
  t.true(script.indexOf(text) < script.indexOf('apt-get'))
  const {status, stdout} = runSh(script, '/nonexistent')
  t.deepEqual([status, stdout], [1, 'changed\nnext\n'])
})

test('no value of a host becomes a command', (t) => {
  const evil = fc.array(
    fc.constantFrom("'", '"', '$(echo pwned)', '`', '\n', '; echo pwned', '\\', 'a', ' ', '#', '}', '\u202e'),
    {maxLength: 8},
  )
  fc.assert(
    fc.property(
      evil.map((parts) => parts.join('')),
      (value) => {
        const {stdout, stderr} = runSh(scriptOf(failing(value, `printf '%s' ${shellQuote(value)}`), failing(value)))
        t.is(stdout, value.includes('\u202e') ? '' : value)
        t.is(stderr, '')
      },
    ),
    {numRuns: 60},
  )
})

test('a command whose value is not known stays a comment', (t) => {
  t.regex(
    scriptOf(failing('x', 'rm -rf {{item.name}}')),
    /\n# not run, since a value in it is not known: rm -rf \{\{item\.name\}\}\n/,
  )
})

test('every value in a command of a rule is a part of one word', async (t) => {
  const evil = `a'b "c" $(d) \\ e`
  for (const {rule} of await readRuleFiles('rules')) {
    for (const command of Object.values(rule.fix.commands).flat()) {
      if (templateExpressions(command).length === 0) continue
      const words = splitWords(await fillTemplate(command, shellQuote, async () => evil))
      t.true(words.ok && words.value.some((word) => word.includes(evil)), `${rule.id}: ${command}`)
    }
  }
})
