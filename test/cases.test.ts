import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {Cel} from '../src/cel/environment.ts'
import {check} from '../src/check/check.ts'
import type {Evidence, Finding} from '../src/check/report.ts'
import {collectors} from '../src/collectors/index.ts'
import {snapshotHost} from '../src/host/snapshot.ts'
import type {SnapshotDocument} from '../src/host/snapshot-document.ts'
import {readRuleFiles} from '../src/rules/load.ts'
import type {Phase} from '../src/rules/rule.ts'
import {toldByFlags} from './told-by-flags.ts'

/** A public bug report as a snapshot, with what must and must not be found. */
interface Case {
  readonly id: string
  readonly title: string
  readonly phase: Phase
  readonly args: readonly string[]
  readonly snapshot: SnapshotDocument
  readonly expect: {
    readonly fail: readonly string[]
    readonly notFail: readonly string[]
    readonly evidence?: readonly {readonly rule: string; readonly file: string; readonly line?: number}[]
  }
}

const folder = process.env.CASES ?? join(import.meta.dirname, 'cases')
const cel = new Cel(collectors)
const rules = (await readRuleFiles('rules')).map((file) => file.rule)
const known = new Set(rules.map((rule) => rule.id))

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const one = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Case
  test(`${one.id}: ${one.title}`, async (t) => {
    const host = snapshotHost(one.snapshot)
    const told = toldByFlags(one.args)
    const report = await check({host, told, collectors, rules, cel, phase: one.phase, version: 'test'})
    const failing = report.findings.filter((finding) => finding.outcome === 'fail')
    const failed = new Set(failing.map((finding) => finding.rule))
    t.deepEqual(
      one.expect.fail.filter((id) => !failed.has(id)),
      [],
      `must fail; ${reasons(report.findings, one.expect.fail)}`,
    )
    t.deepEqual(
      one.expect.notFail.filter((id) => failed.has(id)),
      [],
      'must not fail',
    )
    for (const {rule, file, line} of one.expect.evidence ?? []) {
      const evidence = failing.filter((finding) => finding.rule === rule).flatMap((finding) => finding.evidence)
      const places = await Promise.all(evidence.map((each) => placesOf(each)))
      const isNamed = places.flat().some((place) => place.file === file && (line === undefined || place.line === line))
      t.true(isNamed, `${rule} must name ${file}:${line ?? ''}; it names ${JSON.stringify(places.flat())}`)
    }
    t.deepEqual(
      one.expect.fail.filter((id) => !known.has(id)),
      [],
      'a case lives here only when all its rules exist',
    )

    async function placesOf({source}: Evidence): Promise<readonly {file: string; line?: number}[]> {
      if (!source || !('file' in source)) return []
      const status = (await host.status([source.file], {follow: true})).get(source.file)
      return status?.state === 'read' ? [source, {...source, file: status.value.realPath}] : [source]
    }
  })
}

function reasons(findings: readonly Finding[], wanted: readonly string[]): string {
  const relevant = findings.filter((finding) => wanted.includes(finding.rule))
  return relevant.map((finding) => `${finding.rule}: ${finding.outcome} ${finding.reason ?? ''}`).join('; ')
}
