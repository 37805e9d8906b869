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

const uninitialised = 'network plugin is not ready: cni config uninitialized'
const nodes = (name: string) => ['--from', `test/hosts/${name}.json`]

test('a line is harmless only where this host is in the state that makes it so', async (t) => {
  const bare = (await cli('explain', uninitialised, ...here)).out
  t.is(bare.split('\n')[0], 'No CNI configuration exists where the runtime looks')
  t.regex(bare, /Expected until the CNI is deployed/)
  t.notRegex(bare, /HARMLESS/)
  t.regex((await cli('explain', 'cni plugin not initialized', ...here)).out, /^No CNI configuration exists/)
  t.regex((await cli('explain', uninitialised, ...nodes('rke2'))).out, /^HARMLESS here\n/)
})

test('of many lines those that are harmless anywhere come last', async (t) => {
  let out = ''
  const log = `x Label not found\n${uninitialised}\n[ERROR NumCPU]: the number of available CPUs 1 is less than the required 2`
  const input = (async function* () {
    yield new TextEncoder().encode(log)
  })()
  const io = {out: {write: (text: string) => (out += text)}, err: {write: () => true}, env: {}, input}
  t.is(await run(['explain', '-', ...here], io), 0)
  const headings = out.split('\n\n').map((block) => block.split('\n')[0])
  t.is(headings[0], 'A KNOWN FAULT, which no rule looks for yet')
  t.is(headings[1], 'No CNI configuration exists where the runtime looks')
  t.is(headings.at(-1), 'HARMLESS')
})

test('several rules are explained each, other words are one line', async (t) => {
  const {out, code} = await cli('explain', 'bad-family', 'FileExisting-conntrack', ...here)
  t.is(code, 0)
  t.deepEqual(
    [...out.matchAll(/^([\w-]+) {2}\([\w-]+\)$/gm)].map(([, id]) => id),
    ['bad-family', 'conntrack-missing'],
  )
  t.regex((await cli('explain', 'conntrack-missing', 'nonsense', ...here)).err, /no known fault writes this line/)
  t.regex((await cli('explain', 'conntrack-missing', 'bad-famly', ...here)).err, /did you mean 'bad-family'\?/)
})

test('a check of kubeadm that no rule covers yet is explained by its name', async (t) => {
  const {out, code} = await cli('explain', 'numcpu', ...here)
  t.is(code, 0)
  t.regex(out, /^A KNOWN FAULT, which no rule looks for yet\n {2}A control plane needs two processors/)
  t.regex((await cli('explain', 'Port-10250', ...here)).out, /`ss -ltnp`/)
})

test('a line that begins with a dash may follow two dashes', async (t) => {
  t.regex((await cli('explain', ...here, '--', '-PLEG is not healthy: pleg was last seen active 5m ago')).out, /PLEG/)
})
