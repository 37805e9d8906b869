import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {Cel} from '../src/cel/environment.ts'
import {describeHost} from '../src/check/check.ts'
import {judge} from '../src/check/judge.ts'
import type {Finding} from '../src/check/report.ts'
import {verdictOf} from '../src/check/verdict.ts'
import {collectors} from '../src/collectors/index.ts'
import {FactStore} from '../src/facts/store.ts'
import type {Host} from '../src/host/host.ts'
import {parentOf} from '../src/host/path.ts'
import {recordHost} from '../src/host/recording.ts'
import {snapshotHost} from '../src/host/snapshot.ts'
import type {SnapshotDocument} from '../src/host/snapshot-document.ts'
import {readRuleFiles} from '../src/rules/load.ts'
import {phases} from '../src/rules/rule.ts'
import {type Blinding, blindHost, blindings} from './hosts/parts/blinding.ts'
import {faults} from './hosts/parts/faults.ts'

/** The hosts that are judged with each of the things they were asked for hidden, one in so many. */
const hosts = {
  'ubuntu-24.04-kubeadm-containerd-flannel': 5,
  'centos-7-seed-postmortem': 6,
  k3s: 5,
  'rocky-9-crio-cilium': 11,
}

const folder = join(import.meta.dirname, 'hosts')
const cel = new Cel(collectors)
const rules = (await readRuleFiles('rules')).map(({rule}) => rule)

for (const [name, share] of Object.entries(hosts)) {
  test(`what cannot be looked at is neither a pass nor a failure on ${name}`, async (t) => {
    const document = recorded(name)
    const all = await blindings(document, await asked(document))
    const sample = all.filter((_, index) => index % share === 0)
    t.deepEqual(await violations(name, document, sample), [])
  })
}

test('a fault that cannot be looked at is unknown', async (t) => {
  const found: string[] = []
  for (const {host, fault, change} of faults) {
    const [before, after] = [recorded(host), change(recorded(host))]
    const all = await blindings(after, await asked(after))
    const own = all.filter(({path}) => isChanged(path, before, after))
    found.push(...(await violations(`${host} (${fault})`, after, own)))
  }
  t.deepEqual(found, [])
})

test('on a host where nothing may be read no rule passes and none fails', async (t) => {
  const findings = [...(await judged(blindHost)).values()].flat()
  const loud = findings.filter(({outcome}) => outcome !== 'skip' && outcome !== 'unknown')
  t.deepEqual(loud.map(told), [])
  t.is(verdictOf(findings, 'error'), 'inconclusive')
})

/** The outcomes that a hidden thing changes to anything but unknown, with what was hidden. */
async function violations(
  name: string,
  document: SnapshotDocument,
  sample: readonly Blinding[],
): Promise<readonly string[]> {
  const whole = await judged(snapshotHost(document))
  const captured = await judged(snapshotHost(await asked(document)))
  const found: string[] = []
  for (const {what, host, isOfRecording} of sample) {
    const after = await judged(host())
    for (const [key, before] of isOfRecording ? captured : whole) {
      const now = after.get(key) ?? []
      if (isAllowed(before, now) || isOverruled(key, what)) continue
      found.push(`${name}, ${what}: ${key} changes from ${before.map(told).join('; ')} to ${now.map(told).join('; ')}`)
    }
  }
  return found
}

/**
 * A rule keeps its outcome or becomes unknown. Failing items may become fewer where the rest is unknown, and a tool that
 * nobody needs may be passed over where it cannot be seen that it is there.
 */
function isAllowed(before: readonly Finding[], after: readonly Finding[]): boolean {
  const failing = (findings: readonly Finding[]) =>
    findings.filter(({outcome}) => outcome === 'fail').map(({item = ''}) => item)
  const [failed, fails] = [failing(before), failing(after)]
  if (fails.some((item) => !failed.includes(item))) return false
  if (after.some(({outcome}) => outcome === 'unknown')) return true
  if (failed.length > 0) return failed.every((item) => fails.includes(item))
  const [was, is] = [before[0]?.outcome, after[0]?.outcome]
  return was === is || (was === 'pass' && is === 'skip' && / is not needed: /.test(after[0]?.reason ?? ''))
}

/** The kernel lists the same routes in /proc, where the faults are not planted as well. */
function isOverruled(key: string, what: string): boolean {
  return key.startsWith('cluster-range-overlaps-route ') && what.startsWith('ip -j route ')
}

/** Every rule in each of its phases, by both; facts do not depend on the phase. */
async function judged(host: Host): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const store = new FactStore(collectors, host)
  const {family} = await describeHost(store)
  const found = new Map<string, readonly Finding[]>()
  for (const phase of phases) {
    for (const rule of rules.filter((each) => each.phases.includes(phase))) {
      found.set(`${rule.id} (${phase})`, await judge(rule, {cel, store, phase, family}))
    }
  }
  return found
}

/** What the rules ask of a host, as a recording where all else is unknown. */
async function asked(document: SnapshotDocument): Promise<SnapshotDocument> {
  const recording = recordHost(snapshotHost(document))
  await judged(recording.host)
  return recording.document()
}

/** Whether a fault changed the path, something in it, or the command. */
function isChanged(path: string, before: SnapshotDocument, after: SnapshotDocument): boolean {
  const parts = ({files = {}, commands = []}: SnapshotDocument) =>
    new Map([
      ...Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)] as const),
      ...commands.map((command) => [command.argv.join(' '), JSON.stringify(command)] as const),
    ])
  const [one, other] = [parts(before), parts(after)]
  return [...one.keys(), ...other.keys()].some(
    (name) => one.get(name) !== other.get(name) && (name === path || parentOf(name) === path),
  )
}

function recorded(name: string): SnapshotDocument {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as SnapshotDocument
}

function told({outcome, rule, item, message, reason}: Finding): string {
  return `${outcome} ${item ?? rule}: ${outcome === 'fail' ? message : (reason ?? '')}`
}
