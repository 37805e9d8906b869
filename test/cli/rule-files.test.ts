import {readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const examples = `examples:
  pass: [{facts: {os: {family: debian}}}]
  fail: [{facts: {os: {family: rhel}}, message: the family is rhel}]
`
const good = ruleOf('wrong-family', 'os.family == "debian"', examples)

test('rules lint lists every mistake with its place', async (t) => {
  const bad = `id: bad_family
titel: The family is wrong
severity: fatal
assert: 'os.famly == "debian"'
message: '"the family is " + os.family'
why: Commands for another family do not work.
fix: {text: Install Debian., comands: {}}
parameters: {most: {default: 1, about: The most.}}
`
  const root = await folder({'own/wrong-family.yaml': good, 'own/bad.yaml': bad})
  const {code, out} = await cli('rules', 'lint', root)
  t.is(code, 1)
  t.deepEqual(out.replaceAll(`${root}/own/bad.yaml:`, '').trimEnd().split('\n'), [
    "1:1: the id 'bad_family' is not the file's name (rename the file to bad_family.yaml)",
    "1:1: a rule needs a 'title'",
    "1:1: no example passes (add one under 'examples: pass')",
    "1:1: no example fails (add one under 'examples: fail')",
    "2:1: a rule has no key 'titel' (did you mean 'title'?)",
    "3:1: 'fatal' is no severity (one of: error, warning, info)",
    '4:13: assert: No such key: famly (docs/facts.md lists the fields of each fact)',
    "7:30: a fix has no key 'comands' (did you mean 'commands'?)",
    "8:1: the parameter 'most' is not used (expressions read params.most)",
    '2 rules: 9 problems',
  ])
  const json = JSON.parse((await cli('rules', 'lint', join(root, 'own/bad.yaml'), '--json')).out)
  t.like(json.at(-1), {file: join(root, 'own/bad.yaml'), line: 8, column: 1})
  t.deepEqual(await cli('rules', 'lint', join(root, 'own/wrong-family.yaml')), {
    code: 0,
    out: '1 rule: no problem\n',
    err: '',
  })
})

test('rules lint names every rule that a pack switches off and there is not', async (t) => {
  const pack = 'name: a\nversion: 1.0.0\ndisable: [dockr, cni, wrong-family,\n  nope]\n'
  const root = await folder({'pack.yaml': pack, 'own/wrong-family.yaml': good})
  const {code, out} = await cli('rules', 'lint', root)
  t.is(code, 1)
  t.deepEqual(out.replaceAll(`${root}/`, '').trimEnd().split('\n'), [
    "pack.yaml:3:11: disable: no rule or subject is named 'dockr' (did you mean 'docker'?)",
    "pack.yaml:4:3: disable: no rule or subject is named 'nope' (`node-preflight rules list` shows them all)",
    '1 rule: 2 problems',
  ])
  const json = JSON.parse((await cli('rules', 'lint', root, '--json')).out)
  t.like(json[0], {file: join(root, 'pack.yaml'), line: 3, column: 11, hint: "did you mean 'docker'?"})
})

test('rules lint refuses a failing example that does not state what the message says', async (t) => {
  const unsaid = `examples:
  pass: [{facts: {os: {id: debian}}}]
  fail: [{facts: {os: {id: rocky}}}]
`
  const root = await folder({'own/bad.yaml': ruleOf('bad', 'os.id == "debian"', unsaid)})
  const {code, out} = await cli('rules', 'lint', root)
  t.is(code, 1)
  t.regex(
    out,
    /bad\.yaml:11:10: the message cannot be made of this example: .*said: os\.family is not stated in this example/,
  )
})

test('what stands where an expression is expected is told how to be one', async (t) => {
  const message = async (text: string, assert = 'os.family == "debian"') => {
    const rule = ruleOf('bad', assert, examples).replace(/^message: .*$/m, `message: ${text}`)
    return (await cli('rules', 'lint', await folder({'own/bad.yaml': rule}))).out
  }
  const hint = `(a message is a CEL expression: text in quotes, joined with +, as in '"kernel " + os.kernelRelease'`
  const braces = '{{…}} belongs in the text and the commands of a fix)'
  t.true(
    (await message('kernel {{os.kernelRelease}}')).includes(
      `:5:17: message: Unexpected character: '{' ${hint}; ${braces}`,
    ),
  )
  t.true((await message('kernel is too old')).includes(`${hint})`))
  t.true((await message('os.family', '{{os.family}} == "x"')).includes(braces))
})

test('rules test names the fact that an example does not state', async (t) => {
  const unstated = `examples:
  pass: [{facts: {os: {id: debian}}}]
  fail: [{facts: {kubelet: {}}}]
`
  const root = await folder({'own/bad.yaml': ruleOf('bad', 'os.family == "debian"', unstated)})
  const {out} = await cli('rules', 'test', root)
  t.regex(out, /:10:10: must pass, but comes out as unknown \(os\.family is not stated in this example\)/)
  t.regex(out, /:11:10: must fail, but comes out as unknown \(os\.family is not stated in this example\)/)
})

test('rules test runs the examples and says what they leave out', async (t) => {
  const more = `when: phase != "joined"
examples:
  pass: [{facts: {os: {family: rhel}}, phase: image}]
  fail: [{facts: {os: {family: rhel}}, phase: image, message: other}]
`
  const wrong = ruleOf('wrong', 'os.family == "debian"', more)
  const root = await folder({'own/wrong-family.yaml': good, 'own/wrong.yaml': wrong})
  const {code, out} = await cli('rules', 'test', root, '--coverage')
  t.is(code, 1)
  t.deepEqual(out.replaceAll(`${root}/own/`, '').split('\n'), [
    'wrong.yaml:11:10: must pass, but comes out as fail',
    "wrong.yaml:12:10: must fail, but says 'the family is rhel'",
    'wrong.yaml: no example comes to pass, skip',
    '2 rules, 4 examples: 2 not as they say; 1 rule not exercised in full',
    '',
  ])
  const json = JSON.parse((await cli('rules', 'test', root, '--coverage', '--json')).out)
  t.like(json, {rules: 2, examples: 4, coverage: [{rule: 'wrong', missing: ['pass', 'skip']}]})
  t.is((await cli('rules', 'test', join(root, 'own/wrong-family.yaml'))).code, 0)
})

test('rules from-host holds a sibling to what this host has', async (t) => {
  const program = {mode: '0755', size: 10, content: '#!/bin/sh\n'}
  const root = await folder({
    'good.json': snapshotOf({'/usr/sbin/conntrack': program, '/usr/bin/socat': program}),
    'poor.json': snapshotOf({'/usr/bin/socat': program}),
  })
  const pack = join(root, 'pack')
  t.is((await cli('rules', 'from-host', '--from', join(root, 'good.json'), '-o', pack)).code, 0)
  t.true((await readdir(join(pack, 'baseline'))).includes('baseline-conntrack-missing.yaml'))
  t.regex(await readFile(join(pack, 'pack.yaml'), 'utf8'), /^name: "like-node-1"\n/)
  t.is((await cli('rules', 'lint', pack)).code, 0)
  t.is((await cli('rules', 'test', pack)).code, 0)
  const check = (host: string) => cli('--from', join(root, host), '--rules', pack, '--only', 'baseline')
  t.is((await check('good.json')).code, 0)
  const {code, out} = await check('poor.json')
  t.is(code, 1)
  t.regex(out, /conntrack is nowhere on this host/)
  t.notRegex(out, /socat/)
  t.regex(
    (await cli('rules', 'from-host', '--from', join(root, 'good.json'), '-o', pack)).err,
    /is a rule pack already/,
  )
})
