import {join} from 'node:path'
import test from 'ava'
import {run} from '../../src/cli/run.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const examples = `symptoms: ['the family "debian" is not ours at all']
examples:
  pass: [{title: Rocky is of the family, facts: {os: {family: rhel}}}]
  fail: [{facts: {os: {family: debian}}, message: the family is debian}]
`
const root = await folder({
  'own/bad-family.yaml': ruleOf('bad-family', 'os.family == "rhel"', examples),
  'host.json': snapshotOf(),
})
const here = ['--rules', join(root, 'own', '..'), '--from', join(root, 'host.json')]

test('a page says what is wrong here, by which values, and how to mend it', async (t) => {
  const {out, code} = await cli('explain', 'bad-family', ...here)
  t.is(code, 0)
  t.regex(out, /must hold {4}os\.family == "rhel"\n/)
  t.regex(out, /reads {8}os\.family: /)
  t.regex(
    out,
    /ON THIS HOST: node-1, Debian 13, bootstrap phase\n {2}x fails \(error\): the family is debian\n {4}\/etc\/os-release:1 {2}os\.family = "debian"\n/,
  )
  t.regex(out, /FIX\n {2}Install Debian\.\n {4}debootstrap \/mnt debian\n/)
  t.regex(out, /NO FALSE ALARM\n {2}\* Rocky is of the family\n/)
})

test('the commands of other distributions are shown when asked for', async (t) => {
  const short = await cli('explain', 'conntrack-missing', ...here)
  t.regex(
    short.out,
    /FIX\n.*\n {4}apt-get install -y conntrack\n {2}-v shows the commands for rhel, suse, alpine, arch\n/,
  )
  t.regex(
    (await cli('explain', 'conntrack-missing', '-v', ...here)).out,
    /on rhel:\n {4}yum install -y conntrack-tools\n/,
  )
})

test('a log line leads to its rule, and whether this host has the fault', async (t) => {
  const {out, code} = await cli('explain', String.raw`err="the family \"arch\" is not ours at all"`, ...here)
  t.is(code, 0)
  t.is(out.split('\n')[0], 'The family is wrong')
  t.regex(out, /matched: the family "debian" is not ours at all\n {2}x fails \(error\): the family is debian\n/)
  t.regex(out, /more: node-preflight explain bad-family\n/)
  t.regex(
    (await cli('explain', '-A POSTROUTING -s 172.17.0.0/16 ! -o docker0 -j MASQUERADE', ...here)).out,
    /docker-masq/,
  )
  const unquoted = await cli(
    'explain',
    'network',
    'plugin',
    'is',
    'not',
    'ready:',
    'cni',
    'config',
    'uninitialized',
    ...here,
  )
  t.regex(unquoted.out, /cni-config-missing/)
})

test('harmless lines are called so, unknown ones and unknown rules refused', async (t) => {
  t.regex((await cli('explain', 'Label not found', ...here)).out, /^HARMLESS\n/)
  t.regex((await cli('explain', 'all is well today', ...here)).err, /no known fault writes this line/)
  t.regex((await cli('explain', 'bad-famly', ...here)).err, /did you mean 'bad-family'\?/)
})

test('standard input is read line by line, what fails here first, with counts', async (t) => {
  let out = ''
  const log = 'x Label not found\nthe family "debian" is not ours at all\nok\nthe family "suse" is not ours at all'
  const input = (async function* () {
    for (const chunk of log.match(/.{1,7}/gs) ?? []) yield new TextEncoder().encode(chunk)
  })()
  const io = {out: {write: (text: string) => (out += text)}, err: {write: () => true}, env: {}, input}
  t.is(await run(['explain', '-', ...here], io), 0)
  const [first = '', second = ''] = out.split('\n\n')
  t.regex(first, /^The family is wrong\n {2}2 lines, the first: the family "debian" is not ours at all\n/)
  t.regex(second, /^HARMLESS\n {2}1 line, the first: x Label not found\n/)
})
