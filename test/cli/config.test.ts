import {join} from 'node:path'
import test from 'ava'
import {run} from '../../src/cli/run.ts'
import {openSetup} from '../../src/cli/setup.ts'
import {UserError} from '../../src/errors.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const pods = `id: many-pods
title: Many pods
severity: error
parameters: {most: {default: 200, about: The most.}}
assert: params.most < 100
message: '"at most " + string(params.most)'
why: Density.
fix: {text: Fewer.}
`

const files = {
  'host.json': snapshotOf(),
  'rules/own/wrong-family.yaml': ruleOf('wrong-family', 'os.family == "rhel"', 'aliases: [SystemVerification]'),
  'rules/own/wrong-arch.yaml': ruleOf('wrong-arch', 'os.family == "suse"'),
  'rules/pods/many-pods.yaml': pods,
}

interface Found {
  readonly code: number
  readonly err: string
  readonly findings: Readonly<Record<string, Record<string, unknown>>>
  readonly notices: readonly {readonly message: string; readonly source: unknown}[]
}

/** Checks the recorded host with its own configuration and these options. */
async function checked(
  own: Readonly<Record<string, string>>,
  options: (root: string) => readonly string[] = () => [],
  more: Readonly<Record<string, string>> = {},
): Promise<Found> {
  const root = await folder({...files, 'host.json': snapshotOf(own), ...more})
  const common = ['--from', join(root, 'host.json'), '--rules', join(root, 'rules'), '-o', 'json']
  const {code, out, err} = await cli(...common, ...options(root))
  const report = out === '' ? {findings: []} : JSON.parse(out)
  const findings = Object.fromEntries(report.findings.map((one: {rule: string}) => [one.rule, one]))
  return {code, err, findings, notices: report.notices ?? []}
}

const only = ['--only', 'own,pods']
const config = '/etc/node-preflight/config.yaml'

test('the host’s own configuration selects, ignores and sets', async (t) => {
  const {code, findings} = await checked({
    [config]: 'check: {only: [own, pods], skip: [wrong-arch], ignore: ["wrong-*"], failOn: warning}\n',
    '/etc/node-preflight/config.d/10.yaml': 'rules: {many-pods: {severity: info, parameters: {most: 50}}}\n',
  })
  t.is(code, 1)
  t.deepEqual(Object.keys(findings), ['wrong-family', 'many-pods'])
  t.is(findings['wrong-family']?.severity, 'warning')
  t.deepEqual(findings['wrong-family']?.notes, [`an error is shown as a warning: ${config}:1`])
  t.is(findings['many-pods']?.outcome, 'pass')
})

test('flags are stronger than the environment, that than --config, that than the host', async (t) => {
  const root = await folder({
    ...files,
    'host.json': snapshotOf({[config]: 'check: {skip: [wrong-family]}\nrules: {many-pods: {severity: info}}\n'}),
    'c.yaml':
      'check: {skip: [many-pods], failOn: never}\ncluster: {podCidr: 10.9.0.0/16}\nrules: {many-pods: {severity: warning}}\n',
  })
  const base = ['--from', join(root, 'host.json'), '--rules', join(root, 'rules'), ...only, '-v']
  const told = async (env: Record<string, string>, ...argv: string[]) => {
    let err = ''
    const io = {out: {write: () => true}, err: {write: (text: string) => (err += text)}, env}
    return {code: await run([...base, ...argv], io), err}
  }
  const all = await told(
    {NODE_PREFLIGHT_SKIP: 'wrong-arch', NODE_PREFLIGHT_CONFIG: join(root, 'c.yaml')},
    '--skip',
    'pods',
  )
  t.is(all.code, 0)
  t.true(
    all.err.includes(
      `set skip = pods  command line, overrides wrong-arch of NODE_PREFLIGHT_SKIP, overrides many-pods of ${root}/c.yaml:1, ` +
        `overrides wrong-family of ${config}:1\n`,
    ),
    all.err,
  )
  t.true(all.err.includes(`set pod-cidr = 10.9.0.0/16  ${root}/c.yaml:2\n`))
  t.true(all.err.includes(`set fail-on = never  ${root}/c.yaml:1\n`))
  t.regex(
    (await told({NODE_PREFLIGHT_SKPI: 'a'})).err,
    /no option is set by NODE_PREFLIGHT_SKPI \(did you mean NODE_PREFLIGHT_SKIP\?\)/,
  )
  t.regex(
    (await told({NODE_PREFLIGHT_PHASE: 'imag'})).err,
    /NODE_PREFLIGHT_PHASE cannot be 'imag' \(did you mean 'image'\?\)/,
  )
  t.notRegex((await told({NODE_PREFLIGHT_SERVICE_HOST: '10.96.0.9', NODE_PREFLIGHT_PORT: 'tcp:'})).err, /no option/)
})

test('what is wrong with --config is refused with its place and the nearest match', async (t) => {
  const refused = async (text: string) => {
    const {code, err} = await checked({}, (root) => ['--config', join(root, 'c.yaml'), ...only], {'c.yaml': text})
    t.is(code, 2)
    return err.replace(/^node-preflight: \S+\/c\.yaml:/, '')
  }
  t.is(await refused('chekc: {}\n'), "1:1: the configuration has no key 'chekc' (did you mean 'check'?)\n")
  t.is(await refused('check:\n  skp: []\n'), "2:3: 'check' has no key 'skp' (did you mean 'skip'?)\n")
  t.is(await refused('check: {failOn: eror}\n'), "1:9: 'eror' is no failOn (did you mean 'error'?)\n")
  t.is(
    await refused('check: {skip: [many-pod]}\n'),
    "1:9: skip: no rule or subject is named 'many-pod' (did you mean 'many-pods'?)\n",
  )
  t.is(await refused('rules: {many-pod: {}}\n'), "1:9: there is no rule 'many-pod' (did you mean 'many-pods'?)\n")
  t.is(
    await refused('rules: {many-pods: {parameters: {mots: 1}}}\n'),
    "1:34: the rule 'many-pods' has no parameter 'mots' (did you mean 'most'?)\n",
  )
  t.is(
    await refused('rules: {many-pods: {parameters: {most: lots}}}\n'),
    "1:34: 'most' must be a whole number (the default is 200)\n",
  )
  t.is(await refused('waivers: [{rule: many-pods}]\n'), "1:11: a waiver needs a 'reason'\n")
  t.is(
    await refused('waivers: [{rule: many-pods, reason: x, expires: 2027-02-30}]\n'),
    "1:40: 'expires' is no date: '2027-02-30' (as in 2027-01-31)\n",
  )
})

test('a mistake in the configuration of this very host stops the check', async (t) => {
  const recorded = JSON.parse(snapshotOf({[config]: 'cluster: {nodeCount: 200}\ncheck: {skipp: [own]}\n'}))
  await t.throwsAsync(openSetup({layers: []}, {...snapshotHost(recorded), mode: 'live'}), {
    instanceOf: UserError,
    message: /'skipp'/,
  })
})

test('a mistake in the configuration of another host is a notice, and the file is not used', async (t) => {
  const {code, findings, notices} = await checked(
    {[config]: 'check: {skip: [own]}\nrules: {many-pod: {severity: info}}\n'},
    () => only,
  )
  t.is(code, 1)
  t.is(findings['wrong-family']?.outcome, 'fail')
  t.deepEqual(notices, [
    {
      about: 'configuration',
      message: `${config} is not used: there is no rule 'many-pod' (did you mean 'many-pods'?)`,
      source: {file: config, line: 2},
    } as (typeof notices)[number],
  ])
})

test('a waived failure keeps its evidence and stays in the report', async (t) => {
  const waivers = `- rule: wrong-family
  host: node-*
  reason: Debian is on trial
  owner: platform
  expires: 2999-01-31
- {rule: wrong-arch, reason: other hosts only, host: db-*}
- {rule: many-pods, reason: was needed once}
`
  const {findings, notices} = await checked(
    {[config]: 'rules: {many-pods: {parameters: {most: 50}}}\n'},
    (root) => ['--waivers', join(root, 'w.yaml'), ...only],
    {'w.yaml': waivers},
  )
  const waived = findings['wrong-family']
  t.is(waived?.outcome, 'waived')
  t.is(waived?.reason, 'Debian is on trial (platform, until 2999-01-31)')
  t.is(JSON.stringify(waived?.evidence).includes('debian'), true)
  t.is(findings['wrong-arch']?.outcome, 'fail')
  t.deepEqual(
    notices.map(({message}) => message),
    ['the waiver of many-pods covers nothing that fails here'],
  )
})

test('an expired waiver says so and covers nothing', async (t) => {
  const more = {'w.yaml': 'waivers:\n  - {rule: wrong-family, reason: on trial, expires: 2026-01-31}\n'}
  const {code, findings, notices} = await checked({}, (root) => ['--waivers', join(root, 'w.yaml'), ...only], more)
  t.is(code, 1)
  t.is(findings['wrong-family']?.outcome, 'fail')
  t.deepEqual(findings['wrong-family']?.notes, ['a waiver expired on 2026-01-31: on trial'])
  t.regex(notices[0]?.message ?? '', /^the waiver of wrong-family expired on 2026-01-31/)
})

test('--ignore lets rules be no worse than a warning, by kubeadm’s names, globs or all', async (t) => {
  const severities = async (...names: string[]) => {
    const {findings, code} = await checked({}, () => [...only, ...names.flatMap((name) => ['--ignore', name])])
    return `${code} ${Object.values(findings).map(({severity}) => severity)}`
  }
  t.is(await severities(), '1 error,error,error')
  t.is(await severities('systemverification'), '1 error,warning,error')
  t.is(await severities('WRONG-*,pods'), '0 warning,warning,warning')
  t.is(await severities('all'), '0 warning,warning,warning')
  t.is(await severities('numcpu,Port-10250,FileExisting-conntrack,wrong-family'), '1 error,warning,error')
  const {err} = await checked({}, () => [...only, '--ignore', 'SystemVerificatoin'])
  t.regex(err, /--ignore: no rule or subject is named 'SystemVerificatoin' \(did you mean 'SystemVerification'\?\)/)
})
