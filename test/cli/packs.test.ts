import {join} from 'node:path'
import test from 'ava'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const rule = ruleOf('wrong-family', 'os.family == "rhel"')
const pack = (name: string, more = '') => `name: ${name}\nversion: 1.2.0\nrequires: '>=0.1 <9'\n${more}`

/** Lists what `--rules` of these folders gives, or the refusal. */
async function listed(files: Readonly<Record<string, string>>, ...packs: readonly string[]) {
  const root = await folder(files)
  const {out, err} = await cli('rules', 'list', '--json', ...packs.flatMap((name) => ['--rules', join(root, name)]))
  const ids: string[] = out === '' ? [] : JSON.parse(out).map(({id}: {id: string}) => id)
  return {ids, err: err.replaceAll(`${root}/`, '')}
}

test('a pack replaces and switches off built-in rules', async (t) => {
  const own = ruleOf('conntrack-missing', 'os.family == "rhel"')
  const {ids} = await listed(
    {'a/pack.yaml': pack('a', 'disable: [docker, "selinux-*"]\n'), 'a/x/conntrack-missing.yaml': own},
    'a',
  )
  t.is(ids.filter((id) => id === 'conntrack-missing').length, 1)
  t.false(ids.some((id) => id.startsWith('selinux-')))
  t.true(ids.length > 1)
})

test('a folder without pack.yaml only adds rules', async (t) => {
  const {err} = await listed({'a/x/conntrack-missing.yaml': ruleOf('conntrack-missing', 'true == false')}, 'a')
  t.regex(
    err,
    /the rule 'conntrack-missing' already exists in rules\/binaries\/.*make the folder a pack with a pack\.yaml/,
  )
})

test('packs that contradict each other are refused with what to do', async (t) => {
  const both = {'a/pack.yaml': pack('a'), 'a/x/wrong-family.yaml': rule, 'b/y/wrong-family.yaml': rule}
  const conflict = await listed({...both, 'b/pack.yaml': pack('b')}, 'a', 'b')
  t.regex(
    conflict.err,
    /'wrong-family' is already in the pack a 1\.2\.0 \(a\): .*list 'wrong-family' under 'disable' in b\/pack\.yaml/,
  )
  const settled = await listed({...both, 'b/pack.yaml': pack('b', 'disable: [wrong-family]\n')}, 'a', 'b')
  t.is(settled.ids.filter((id) => id === 'wrong-family').length, 1)
  const off = await listed(
    {
      'a/pack.yaml': pack('a', 'disable: [conntrack-missing]\n'),
      'b/pack.yaml': pack('b'),
      'b/x/conntrack-missing.yaml': ruleOf('conntrack-missing', 'true'),
    },
    'a',
    'b',
  )
  t.regex(off.err, /switched off by the pack a 1\.2\.0 \(a\), but the pack b 1\.2\.0 \(b\) brings it/)
})

test('a pack that does not fit is refused with its place', async (t) => {
  const refused = async (text: string) => (await listed({'a/pack.yaml': text, 'a/x/wrong-family.yaml': rule}, 'a')).err
  t.regex(
    await refused(pack('a').replace('>=0.1 <9', '>=9')),
    /a\/pack\.yaml:3:1: the pack needs node-preflight >=9, and this is /,
  )
  t.regex(await refused(pack('a').replace('>=0.1 <9', 'new')), /3:1: 'new' is no range of versions/)
  t.regex(
    await refused(pack('a', 'disable: [conntrack-mising]\n')),
    /4:11: disable: no rule or subject is named 'conntrack-mising' \(did you mean 'conntrack-missing'\?\)/,
  )
  t.regex(await refused('nme: a\n'), /1:1: a pack has no key 'nme' \(did you mean 'name'\?\)/)
})

test('explain shows where each part of the effective rule comes from', async (t) => {
  const pods = `id: many-pods
title: Many pods
severity: error
parameters: {most: {default: 200, about: The most pods.}}
assert: params.most < 100
message: '"at most " + string(params.most)'
why: Density.
fix: {text: Fewer.}
`
  const root = await folder({
    'host.json': snapshotOf({'/etc/node-preflight/config.yaml': 'rules: {many-pods: {severity: info}}\n'}),
    'a/pack.yaml': pack('site'),
    'a/pods/many-pods.yaml': pods,
    'c.yaml': 'rules:\n  many-pods:\n    parameters: {most: 50}\n',
  })
  const {out} = await cli(
    'explain',
    'many-pods',
    '--from',
    join(root, 'host.json'),
    '--rules',
    join(root, 'a'),
    '--config',
    join(root, 'c.yaml'),
  )
  const text = out.replaceAll(`${root}/`, '').replace(/\s+/g, ' ')
  t.regex(text, /the pack site 1\.2\.0 \(a\)/)
  t.regex(text, /severity info/)
  t.regex(text, /changed severity info instead of error: \/etc\/node-preflight\/config\.yaml:1/)
  t.regex(text, /parameters most = 50 \(c\.yaml:3, instead of 200\): The most pods\./)
})
