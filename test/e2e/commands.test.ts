import {execFile} from 'node:child_process'
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {promisify} from 'node:util'
import test from 'ava'
import type {Finding, Report} from '../../src/check/report.ts'
import {plant} from './debian.ts'
import {program} from './labelled-node.ts'
import {onPlantedNode} from './planted-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'npf-commands-'))
test.after.always(() => rmSync(folder, {recursive: true, force: true}))

const deadlineMs = 5000
const tooLate = `did not end within ${deadlineMs} ms`

/** Programs that do not come to an end. */
const endless: Readonly<Record<string, string>> = {
  'never ends': 'sleep 600',
  'ignores signals and starts another each time one ends': `trap '' TERM INT HUP
while :; do sleep 600; done`,
  'ended, but left a child that holds its output': 'cat /dev/null; sleep 600 & exit 0',
  'ended, but left a grandchild that holds its output': '(sleep 600 & sleep 601 & wait) & exit 0',
}

/** What lists the rules in force, and the rules that stand on it. */
const listers = ['iptables-save', 'ip6tables-save']
const judges = ['cni-chains-of-other-vendor', 'docker-forward-policy-drop']
const emptyRules = `printf '*filter\\n:FORWARD ACCEPT [0:0]\\nCOMMIT\\n'`

/** Every program that a check may start. */
const all = [
  ...['ip', 'nft', 'uname', 'stat', 'systemctl', 'getenforce', 'timedatectl', 'journalctl', 'firewall-cmd'],
  ...['iptables-save', 'ip6tables-save', 'iptables-legacy-save', 'iptables', 'conntrack'],
  ...['kubelet', 'containerd', 'runc', 'crio', 'docker', 'dockerd', 'cri-dockerd'],
]

test('programs that answer are judged by', async (t) => {
  const {report, left} = await checkWith({}, listers, emptyRules)
  t.deepEqual(outcomesOf(report, judges), {'cni-chains-of-other-vendor': 'pass', 'docker-forward-policy-drop': 'pass'})
  t.deepEqual(left, [])
})

test('programs that do not end are killed with their group and never passed over', async (t) => {
  const checks = Object.entries(endless).map(async ([name, text]) => {
    const {report, recorded, left, elapsedMs} = await checkWith({alsoRecord: true}, listers, text)
    t.deepEqual(
      outcomesOf(report, judges),
      {'cni-chains-of-other-vendor': 'unknown', 'docker-forward-policy-drop': 'unknown'},
      name,
    )
    for (const {rule, reason} of report.findings.filter(({rule}) => judges.includes(rule))) {
      t.is(reason, `iptables-save ${tooLate}`, `${rule} where one ${name}`)
    }
    t.true(report.durationMs >= deadlineMs && report.durationMs < deadlineMs + 2000, `${name}: ${report.durationMs} ms`)
    t.true(elapsedMs < 2 * deadlineMs, `${name}: ${elapsedMs} ms`)
    t.deepEqual(left, [], name)
    t.deepEqual(recorded?.findings, report.findings, name)
  })
  await Promise.all(checks)
})

test('a child in a session of its own is out of reach, and holds up nothing', async (t) => {
  const {report, left} = await checkWith({}, listers, 'setsid sleep 600 & exit 0')
  t.is(outcomesOf(report, judges)['docker-forward-policy-drop'], 'unknown')
  t.true(report.durationMs < deadlineMs + 2000, `${report.durationMs} ms`)
  t.deepEqual([...new Set(left.map((line) => line.trim().replace(/^\d+ /, '')))], ['sleep 600'])
})

test('where no program ends, no finding stands on one, and the check ends', async (t) => {
  const {report, left} = await checkWith({}, all, endless['never ends'] ?? '')
  t.deepEqual(report.findings.filter(namesCommand), [])
  t.deepEqual(outcomesOf(report, ['cni-chains-of-other-vendor']), {'cni-chains-of-other-vendor': 'unknown'})
  t.true(report.durationMs < 4 * deadlineMs, `${report.durationMs} ms`)
  t.deepEqual(left, [])
})

const namesCommand = ({outcome, evidence}: Finding): boolean =>
  outcome !== 'unknown' && evidence.some(({source}) => source !== undefined && 'command' in source)

/** What a check of the node says where some programs are stand-ins with this text. */
interface Checked {
  readonly report: Report
  /** The report on the snapshot of the same node. */
  readonly recorded: Report | undefined
  /** From the start of the check to its end. */
  readonly elapsedMs: number
  /** The processes that the check left behind. */
  readonly left: readonly string[]
}

/**
 * Checks a node in namespaces of its own, where the stand-ins come first on the PATH; a process that never ends is called
 * dockerd. The namespace of processes ends with the check, and whatever is left in it.
 */
async function checkWith({alsoRecord = false}, names: readonly string[], text: string): Promise<Checked> {
  const own = mkdtempSync(join(folder, 'check-'))
  const [scratch, standIns] = [join(own, 'scratch'), join(own, 'stand-ins')]
  mkdirSync(scratch)
  plant(join(standIns, 'dockerd'), '#!/bin/sh\necho Docker version 24.0.7, build afdd53b\n', 0o755)
  for (const name of names) plant(join(standIns, name), `#!/bin/sh\n${text}\n`, 0o755)
  const at = (name: string): string => join(own, name)
  const run = (args: string): string => `"$0" ${args} >&2`
  const check = (file: string): string => `check --phase bootstrap --fail-on never -q -o json=${at(file)}`
  const steps = ['started=$(date +%s%3N)', run(check('live.json')), 'echo $(($(date +%s%3N) - started))']
  if (alsoRecord) {
    steps.push(run(`snapshot -o ${at('snapshot.json')}`))
    steps.push(run(`${check('recorded.json')} --from ${at('snapshot.json')}`))
  }
  const script = `mount --bind ${standIns} /usr/local/sbin
bash -c 'exec -a /usr/bin/dockerd sleep 599' &
${steps.join(' && ')} || exit 1
sleep 0.2
ps -eo pid=,args= | grep -E 'sleep 60|/usr/local/sbin/' | grep -v grep
exit 0`
  const namespaces = ['unshare', '--pid', '--net', '--fork', '--mount-proc']
  const [command = '', ...args] = [...namespaces, ...onPlantedNode(scratch), 'bash', '-c', script, program]
  const {stdout} = await promisify(execFile)(command, args, {timeout: 120_000})
  const [elapsed, ...left] = stdout.split('\n')
  return {
    report: readReport(at('live.json')),
    recorded: alsoRecord ? readReport(at('recorded.json')) : undefined,
    elapsedMs: Number(elapsed),
    left: left.filter((line) => line !== ''),
  }
}

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'))

function outcomesOf({findings}: Report, rules: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rules.map((rule) => [rule, findings.find((each) => each.rule === rule)?.outcome ?? 'none']))
}
