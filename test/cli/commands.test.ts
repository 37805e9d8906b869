import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {gunzipSync} from 'node:zlib'
import test from 'ava'
import {run} from '../../src/cli/run.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

test('facts shows values with their places, whole or in part', async (t) => {
  const root = await folder({'host.json': snapshotOf()})
  const from = ['--from', join(root, 'host.json')]
  t.is((await cli('facts', 'os.family', ...from)).out, 'os.family = "debian"  /etc/os-release:1\n')
  const leaves = JSON.parse((await cli('facts', 'os', '--json', ...from)).out) as {fact: string}[]
  t.deepEqual(leaves[0], {fact: 'os.id', value: 'debian', source: {file: '/etc/os-release', line: 1}} as object)
  t.true((await cli('facts', ...from)).out.includes('os.family'))
})

test('a snapshot replays to the same facts', async (t) => {
  const root = await folder({'host.json': snapshotOf({'/etc/os-release': 'ID=debian\nPRETTY_NAME="Débian 昌 😀"\n'})})
  const copy = join(root, 'copy.json.gz')
  t.is((await cli('snapshot', '-o', copy, '--from', join(root, 'host.json'))).code, 0)
  const text = gunzipSync(await readFile(copy)).toString()
  t.is(JSON.parse(text).kind, 'Snapshot')
  t.notRegex(text, /\P{ASCII}/u)
  const facts = async (file: string) => (await cli('facts', 'os', '--from', file)).out
  t.true((await facts(copy)).includes('Débian 昌 😀'))
  t.is(await facts(copy), await facts(join(root, 'host.json')))
})

test('explain shows a rule by id or by the kubeadm check it covers', async (t) => {
  const rules = await folder({'own/bad-family.yaml': ruleOf('bad-family', 'os.family == "rhel"', 'aliases: [Family]')})
  const {code, out} = await cli('explain', 'bad-family', '--rules', rules)
  t.is(code, 0)
  t.regex(out, /^The family is wrong\nbad-family {2}\(own\)\n/)
  t.is((await cli('explain', 'family', '--rules', rules)).out, out)
})

test('rules list names every rule of the subjects asked for', async (t) => {
  const rules = await folder({'own/bad-family.yaml': ruleOf('bad-family', 'os.family == "rhel"')})
  let out = ''
  const terminal = {write: (text: string) => (out += text), isTTY: true, columns: 40}
  const argv = ['rules', 'list', '--rules', rules, '--subject', 'own', '--no-color']
  await run(argv, {out: terminal, err: terminal, env: {}})
  t.is(out, 'own\n  bad-family\n    The family is wrong (error)\n')
  const listed = JSON.parse((await cli('rules', 'list', '--rules', rules, '--subject', 'own', '--json')).out)
  t.is(listed[0].id, 'bad-family')
})

test('rules list gives a pipe one line a rule, however long its title is', async (t) => {
  const long = ruleOf('x', 'true').replace('The family', `The family ${'x'.repeat(100)}`)
  const rules = await folder({'own/bad-family.yaml': ruleOf('bad-family', 'true'), 'other/x.yaml': long})
  const {out} = await cli('rules', 'list', '--rules', rules, '--subject', 'own,other')
  t.deepEqual(out.split('\n'), [
    `x           other  The family ${'x'.repeat(100)} is wrong (error)`,
    'bad-family  own    The family is wrong (error)',
    '',
  ])
})

test('help names the commands, the options and the exit codes', async (t) => {
  const {code, out} = await cli('--help')
  t.is(code, 0)
  for (const word of ['explain <rule..>', '--pod-cidr', 'Examples:', '3  nothing failed'])
    t.true(out.includes(word), word)
})
