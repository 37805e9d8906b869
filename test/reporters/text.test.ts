import test from 'ava'
import fc from 'fast-check'
import type {ReportOptions} from '../../src/reporters/reporter.ts'
import {safe} from '../../src/reporters/terminal/safe.ts'
import {wrap} from '../../src/reporters/terminal/wrap.ts'
import {text} from '../../src/reporters/text.ts'
import {everyOutcome, hostile, reportOf} from './reports.ts'

const plain: ReportOptions = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'}

test('the verdict with its counts is the last line, whatever the outcome', (t) => {
  const last = (findings: typeof everyOutcome.findings) => text(reportOf(findings), plain).trimEnd().split('\n').at(-1)
  const of = (outcome: string) => everyOutcome.findings.filter((finding) => finding.outcome === outcome)
  t.is(last(of('fail')), 'FAIL: 1 error, 2 warnings (more: node-preflight explain RULE)')
  t.is(last(of('unknown')), 'INCONCLUSIVE: 2 unknown (what is unknown is no pass)')
  t.is(last([...of('pass'), ...of('skip')]), 'PASS: 1 passed, 1 skipped (-v shows all)')
  t.is(last(of('skip')), 'PASS: 1 skipped (nothing here was judged; -v says why)')
})

test('quiet text says why the check is inconclusive, in a few lines', (t) => {
  const unknown = everyOutcome.findings.filter(({outcome}) => outcome === 'unknown')
  t.is(
    text(reportOf(unknown), {...plain, verbosity: 'quiet'}),
    `UNKNOWN: could not be determined
? the label of /var/lib/kubelet: permission denied (run as root)
  error    secret-volume-mislabelled

INCONCLUSIVE: 2 unknown (what is unknown is no pass)
`,
  )
})

test('no line is wider than the terminal where its words allow it', (t) => {
  for (const columns of [70, 80, 100]) {
    const lines = text(everyOutcome, {...plain, columns, verbosity: 'verbose'}).split('\n')
    t.deepEqual(
      lines.filter((line) => line.length > columns),
      [],
    )
  }
})

test('items of one rule share a block, and long lists are cut unless asked for', (t) => {
  const [first] = everyOutcome.findings
  if (!first) return t.fail()
  const many = Array.from({length: 14}, (_, index) => ({...first, item: `p${index}`, message: `p${index} is missing`}))
  const shown = text(reportOf(many), plain)
  t.is(shown.split('A CNI plugin that a configuration names is missing').length, 2)
  t.true(shown.includes('and 4 more (-v shows them)'))
  t.true(text(reportOf(many), {...plain, verbosity: 'verbose'}).includes('p13 is missing'))
})

test('hosts that are alike have one text, although their processes have other numbers', (t) => {
  const [first] = everyOutcome.findings
  if (!first) return t.fail()
  const on = (pid: number, verbosity: ReportOptions['verbosity']) => {
    const source = {file: `/proc/${pid}/cmdline`}
    const overrode = [{value: false, source}]
    return text(reportOf([{...first, evidence: [{fact: 'docker.ipMasq', value: true, source, overrode}]}]), {
      ...plain,
      verbosity,
    })
  }
  t.is(on(7, 'normal'), on(23_202, 'normal'))
  t.regex(on(7, 'normal'), /\/proc\/PID\/cmdline {2}docker\.ipMasq/)
  t.regex(on(23_202, 'verbose'), /\/proc\/23202\/cmdline {2}docker\.ipMasq/)
})

test('nothing from a host reaches the terminal as a control, direction or invisible character', (t) => {
  t.notRegex(text(hostile, plain).replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (value) => {
      t.notRegex(safe(value), /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
    }),
  )
})

test('wrapping keeps every word in order', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^\S{1,12}$/), {minLength: 1}),
      fc.integer({min: 1, max: 60}),
      (words, width) => {
        const lines = wrap(words.join(' '), width)
        t.is(lines.join(' '), words.join(' '))
        t.true(lines.every((line) => line.length <= width || !line.includes(' ')))
      },
    ),
  )
})
