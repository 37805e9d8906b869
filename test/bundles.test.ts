import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {Cel} from '../src/cel/environment.ts'
import {describeHost} from '../src/check/check.ts'
import {judge} from '../src/check/judge.ts'
import type {Finding} from '../src/check/report.ts'
import {collectors} from '../src/collectors/index.ts'
import {FactStore} from '../src/facts/store.ts'
import type {Host} from '../src/host/host.ts'
import {snapshotHost} from '../src/host/snapshot.ts'
import type {SnapshotDocument} from '../src/host/snapshot-document.ts'
import {readRuleFiles} from '../src/rules/load.ts'
import {opened} from './host/opened-bundle.ts'
import {sosOf} from './host/sos-of-host.ts'
import {faults} from './hosts/parts/faults.ts'

/** The recorded hosts, and how many rules a sosreport of each decides at least. */
const hosts = {
  'amazon-linux-2023-eks': 90,
  'centos-7-docker-flannel': 28,
  'centos-7-seed-postmortem': 40,
  'debian-12-docker-cri-dockerd-weave': 60,
  k3s: 48,
  rke2: 38,
  'rocky-9-crio-cilium': 52,
  'ubuntu-22.04-kubeadm-containerd-calico': 96,
  'ubuntu-24.04-kubeadm-containerd-flannel': 96,
}

const cel = new Cel(collectors)
const rules = readRuleFiles('rules').then((files) =>
  files.map(({rule}) => rule).filter(({phases}) => phases.includes('joined')),
)

for (const [name, least] of Object.entries(hosts)) {
  test(`a sosreport of ${name} says nothing else than the host`, async (t) => {
    const {decided, wrong} = await compared(recorded(name))
    t.deepEqual(wrong, [])
    t.true(decided >= least, `only ${decided} are decided`)
  })
}

test('nor does one of a host with a fault', async (t) => {
  const found: unknown[] = []
  for (const {host, fault, change} of faults) {
    const {wrong} = await compared(change(recorded(host)))
    if (wrong.length > 0) found.push({host, fault, wrong})
  }
  t.deepEqual(found, [])
})

/** How many rules a sosreport decides, and those it decides otherwise than the host itself. */
async function compared(document: SnapshotDocument) {
  const [whole, bundle] = await Promise.all([judged(snapshotHost(document)), judged(await opened(sosOf(document)))])
  const decided = [...bundle].filter(([, findings]) => findings.every(({outcome}) => outcome !== 'unknown'))
  const wrong = decided.flatMap(([rule, findings]) => {
    const expected = whole.get(rule) ?? []
    const isSame = told(findings).join() === told(expected).join() || isPassedOver(findings, expected)
    return isSame ? [] : [{rule, bundle: told(findings), host: told(expected)}]
  })
  return {decided: decided.length, wrong}
}

const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({outcome, item = '', message = ''}) => `${outcome} ${item} ${message}`)

function recorded(name: string): SnapshotDocument {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'hosts', `${name}.json`), 'utf8')) as SnapshotDocument
}

/** A tool that nobody needs and nobody sees. */
function isPassedOver([finding]: readonly Finding[], [whole]: readonly Finding[]): boolean {
  return finding?.subject === 'binaries' && finding.outcome === 'skip' && whole?.outcome === 'pass'
}

async function judged(host: Host): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const store = new FactStore(collectors, host)
  const {family} = await describeHost(store)
  const found = new Map<string, readonly Finding[]>()
  for (const rule of await rules) found.set(rule.id, await judge(rule, {cel, store, phase: 'joined', family}))
  return found
}
