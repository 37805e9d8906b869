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
import {tarOf} from './host/tar-writer.ts'
import {faults} from './hosts/parts/faults.ts'

/** The recorded hosts, and how many of the 318 verdicts of rules in phases a sosreport of each decides at least. */
const hosts = {
  'amazon-linux-2023-eks': 220,
  'centos-7-docker-flannel': 70,
  'centos-7-seed-postmortem': 95,
  'debian-12-docker-cri-dockerd-weave': 155,
  k3s: 125,
  rke2: 108,
  'rocky-9-crio-cilium': 140,
  'ubuntu-22.04-kubeadm-containerd-calico': 228,
  'ubuntu-24.04-kubeadm-containerd-flannel': 224,
}

const cel = new Cel(collectors)
const rules = readRuleFiles('rules').then((files) => files.map(({rule}) => rule))
const phases = ['bootstrap', 'joined'] as const

for (const [name, least] of Object.entries(hosts)) {
  test(`a sosreport of ${name} says nothing else than the host`, async (t) => {
    const {decided, wrong} = await compared(recorded(name))
    t.deepEqual(wrong, [])
    t.true(decided >= least, `only ${decided} are decided`)
  })
}

for (const name of ['ubuntu-24.04-kubeadm-containerd-flannel', 'debian-12-docker-cri-dockerd-weave', 'k3s']) {
  test(`nor does one of ${name} that lacks a text`, async (t) => {
    const document = recorded(name)
    const members = sosOf(document)
    const host = await judged(snapshotHost(document))
    const texts = members.filter(({name: path}) => path.startsWith('sos_commands/'))
    t.true(texts.length > 8)
    for (const text of texts) {
      const {wrong} = compare(host, await judged(await opened(tarOf(...members.filter((member) => member !== text)))))
      t.deepEqual(wrong, [], text.name)
    }
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

type Verdicts = ReadonlyMap<string, readonly Finding[]>

async function compared(document: SnapshotDocument) {
  return compare(await judged(snapshotHost(document)), await judged(await opened(tarOf(...sosOf(document)))))
}

/** How much a sosreport decides, and what it decides otherwise than the host itself. */
function compare(host: Verdicts, bundle: Verdicts) {
  const decided = [...bundle].filter(([, findings]) => findings.every(({outcome}) => outcome !== 'unknown'))
  const wrong = decided.flatMap(([rule, findings]) => {
    const expected = host.get(rule) ?? []
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

async function judged(host: Host): Promise<Verdicts> {
  const store = new FactStore(collectors, host)
  const {family} = await describeHost(store)
  const found = new Map<string, readonly Finding[]>()
  for (const phase of phases) {
    for (const rule of (await rules).filter((each) => each.phases.includes(phase))) {
      found.set(`${rule.id} (${phase})`, await judge(rule, {cel, store, phase, family}))
    }
  }
  return found
}
