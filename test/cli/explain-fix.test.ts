import {join} from 'node:path'
import test from 'ava'
import {placeholderOf} from '../../src/cli/explain-fix.ts'
import {builtinRules} from '../../src/rules/builtin.ts'
import {cli, folder, snapshotOf} from './harness.ts'

const root = await folder({
  'host.json': snapshotOf(),
  'own/os/values-shown.yaml': `id: values-shown
title: Values are shown
severity: info
parameters: {least: {default: 7, about: The least.}}
assert: os.family == "debian"
message: '"no"'
why: To try it.
fix:
  text: 'Family {{os.family}}, at least {{string(params.least)}}, in {{cni.directories.filter(d, d.holds == "plugins")[0].name}}.'
  commands: {debian: 'touch {{os.family + " x"}}', rhel: 'touch /{{os.family}}'}
references: [https://example.org]
examples:
  pass: [{facts: {os: {family: debian}}}]
  fail: [{facts: {os: {family: rhel}}, message: 'no'}]
`,
})
const hosts = [join(root, 'host.json'), 'test/hosts/centos-7-docker-flannel.json', 'test/hosts/rke2.json']

for (const host of hosts) {
  test(`no page of a rule shows a template on ${host.split('/').at(-1)}`, async (t) => {
    for (const {id} of builtinRules) {
      const {out, code} = await cli('explain', id, '-v', '--from', host)
      t.is(code, 0, id)
      t.false(out.includes('{{'), id)
    }
  })
}

test('a remedy is filled from a host that does not have the fault', async (t) => {
  const {out} = await cli(
    'explain',
    'values-shown',
    '-v',
    '--rules',
    join(root, 'own'),
    '--from',
    join(root, 'host.json'),
  )
  t.regex(out, /ON THIS HOST.*\n.*passes/)
  t.regex(
    out,
    /FIX\n {2}Family debian, at least 7, in <directory>\.\n {4}touch 'debian x'\n {2}on rhel:\n {4}touch \/debian\n/,
  )
})

test('what a host does not tell is called by the name of its field', (t) => {
  const named = (expression: string, each?: string) => placeholderOf(expression, each)
  t.is(named('item.mountPoint'), '<mount point>')
  t.is(named('item.name + ".disabled"', 'cni.directories.filter(d, d.holds == "plugins")'), '<directory>.disabled')
  t.is(named('item.name'), '<name>')
  t.is(named('cni.directories.filter(d, d.holds == "plugins")[0].name + "/flannel"'), '<directory>/flannel')
  t.is(named('"https://example.org/" + os.architecture + ".tgz"'), 'https://example.org/<architecture>.tgz')
  t.is(named('string(item.prefix + 16)'), '<prefix>')
  t.is(named('item.name == "a" ? "b + c" : "d"', 'mounts.helpers'), '<helper>')
})
