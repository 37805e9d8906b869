import test from 'ava'
import fc from 'fast-check'
import {prometheus} from '../../src/reporters/prometheus.ts'
import {everyOutcome, plain, reportOf} from './reports.ts'

test('every metric is a gauge with one help text, every line a sample', (t) => {
  const lines = prometheus(everyOutcome, plain).trimEnd().split('\n')
  const names = lines.flatMap((line) => /^# TYPE (\S+) gauge$/.exec(line)?.[1] ?? [])
  t.is(new Set(names).size, names.length)
  t.is(lines.filter((line) => line.startsWith('# HELP ')).length, names.length)
  const samples = lines.filter((line) => !line.startsWith('#'))
  t.deepEqual(
    samples.filter((line) => !/^node_preflight_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.]+$/.test(line)),
    [],
  )
  t.true(samples.includes('node_preflight_findings{severity="warning",outcome="fail"} 2'))
  t.true(samples.includes('node_preflight_last_run_timestamp_seconds 1796094000'))
})

test('label values come back as they went in', (t) => {
  const [first] = everyOutcome.findings
  if (!first) return t.fail()
  fc.assert(
    fc.property(fc.string({unit: 'grapheme'}), (subject) => {
      const text = prometheus(reportOf([{...first, subject}]), plain)
      const [, written = ''] =
        /rule_findings\{rule="[^"]*",subject="((?:[^"\\\n]|\\[\\n"])*)",severity=/.exec(text) ?? []
      const read = written.replace(/\\([\\n"])/g, (_, character) => (character === 'n' ? '\n' : character))
      t.is(read, subject)
    }),
  )
})
