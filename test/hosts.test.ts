import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {Cel} from '../src/cel/environment.ts'
import {check} from '../src/check/check.ts'
import type {Finding} from '../src/check/report.ts'
import {collectors} from '../src/collectors/index.ts'
import {snapshotHost} from '../src/host/snapshot.ts'
import type {SnapshotDocument} from '../src/host/snapshot-document.ts'
import {ranked} from '../src/reporters/finding/ranked.ts'
import {readRuleFiles} from '../src/rules/load.ts'
import {type Phase, phases} from '../src/rules/rule.ts'
import {faults} from './hosts/parts/faults.ts'

/** What a healthy host may be told, and how many rules must really have judged it over the three phases. */
interface Healthy {
  readonly passes: number
  /** Findings of severity info that are true of it, with why it is healthy all the same. */
  readonly remarks?: Readonly<Record<string, string>>
}

const healthy: Readonly<Record<string, Healthy>> = {
  'amazon-linux-2023-eks': {
    passes: 68,
    remarks: {'selinux-permissive': 'Amazon Linux 2023 is permissive as it is delivered'},
  },
  'centos-7-docker-flannel': {passes: 80},
  'debian-12-docker-cri-dockerd-weave': {
    passes: 90,
    remarks: {'docker-iptables-disabled': 'the overlay masquerades, and nothing else runs on the node'},
  },
  k3s: {passes: 80},
  rke2: {passes: 80},
  'rocky-9-crio-cilium': {passes: 74},
  'ubuntu-22.04-kubeadm-containerd-calico': {passes: 70},
  'ubuntu-24.04-kubeadm-containerd-flannel': {passes: 75},
}

const folder = join(import.meta.dirname, 'hosts')
const cel = new Cel(collectors)
const rules = (await readRuleFiles('rules')).map(({rule}) => rule)

test('the snapshot files are those that scripts/hosts.ts writes', async (t) => {
  const modules = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  t.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.json')),
    modules.map((name) => name.replace(/\.ts$/, '.json')),
  )
  for (const name of modules) {
    const {document} = (await import(join(folder, name))) as {readonly document: SnapshotDocument}
    t.deepEqual(recorded(name.replace(/\.ts$/, '')), JSON.parse(JSON.stringify(document)), name)
  }
})

for (const [name, {passes, remarks = {}}] of Object.entries(healthy)) {
  test(`${name} is healthy, and is seen to be`, async (t) => {
    const passed = new Set<string>()
    for (const phase of phases) {
      const findings = await judged(recorded(name), phase)
      const loud = findings.filter(
        ({outcome, rule, severity}) =>
          (outcome === 'fail' && !(severity === 'info' && rule in remarks)) ||
          (outcome === 'unknown' && severity === 'error'),
      )
      t.deepEqual(loud.map(told), [], phase)
      for (const {outcome, rule} of findings) if (outcome === 'pass') passed.add(rule)
    }
    t.true(passed.size >= passes, `only ${passed.size} rules pass: ${[...passed].join(' ')}`)
  })
}

for (const {host, fault, phase, rule, change} of faults) {
  test(`${host}, ${phase}: ${fault} is ${rule}`, async (t) => {
    const before = failing(await judged(recorded(host), phase))
    const after = await judged(change(recorded(host)), phase)
    const found = failing(after).filter((id) => !before.includes(id))
    t.deepEqual(
      found,
      [rule],
      after
        .filter(({outcome}) => outcome === 'fail')
        .map(told)
        .join('\n'),
    )
  })
}

test('the seed post-mortem is told as those who lived it would want, the worst first', async (t) => {
  const lived = (phase: Phase) =>
    judged(recorded('centos-7-seed-postmortem'), phase).then((findings) =>
      ranked(findings.filter(({outcome}) => outcome === 'fail')).map(({severity, rule}) => `${severity} ${rule}`),
    )
  t.deepEqual(await lived('joined'), [
    'error conntrack-missing',
    'error pod-cidr-overlaps-service-cidr',
    'warning socat-missing',
    'warning docker-endpoint-beside-cni',
    'warning docker-masquerades-beside-overlay',
    'warning weave-range-differs-from-cluster-cidr',
    'warning runtime-ignores-selinux',
  ])
  t.deepEqual(await lived('image'), [
    'error conntrack-missing',
    'error pod-cidr-overlaps-service-cidr',
    'warning socat-missing',
    'warning docker-endpoint-beside-cni',
    'warning docker-masquerades-beside-overlay',
    'warning runtime-ignores-selinux',
    'info bridge-utils-missing',
  ])
})

function recorded(name: string): SnapshotDocument {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as SnapshotDocument
}

async function judged(document: SnapshotDocument, phase: Phase): Promise<readonly Finding[]> {
  const host = snapshotHost(document)
  return (await check({host, told: {statements: {}}, collectors, rules, cel, phase, version: 'test'})).findings
}

function failing(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.filter(({outcome}) => outcome === 'fail').map(({rule}) => rule))]
}

function told({outcome, severity, rule, message, reason}: Finding): string {
  return `${outcome} ${severity} ${rule}: ${message ?? reason ?? ''}`
}
