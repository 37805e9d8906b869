import test from 'ava'
import fc from 'fast-check'
import {diffReports, newFailures} from '../../src/check/diff.ts'
import type {Finding} from '../../src/check/report.ts'

const finding = (rule: string, outcome: Finding['outcome'], more: Partial<Finding> = {}): Finding => ({
  rule,
  subject: 'x',
  title: rule,
  severity: 'error',
  outcome,
  message: rule,
  evidence: [],
  ruleFile: '',
  ...more,
})
const diff = (before: readonly Finding[], after: readonly Finding[]) =>
  diffReports({findings: before}, {findings: after})
const sizes = (before: readonly Finding[], after: readonly Finding[]) => {
  const {appeared, fixed, changed} = diff(before, after)
  return [appeared.length, fixed.length, changed.length]
}

test('a failure is new, fixed, or out of sight', (t) => {
  const [fails, passes] = [finding('a', 'fail'), finding('a', 'pass')]
  t.deepEqual(sizes([passes], [fails]), [1, 0, 0])
  t.deepEqual(sizes([], [fails]), [1, 0, 0])
  t.deepEqual(sizes([fails], [passes]), [0, 1, 0])
  for (const outcome of ['skip', 'unknown', 'waived'] as const)
    t.deepEqual(sizes([fails], [finding('a', outcome)]), [0, 0, 1])
  t.deepEqual(sizes([fails], []), [0, 0, 1])
})

test('an item is fixed when its rule was judged and no longer names it', (t) => {
  const [one, other] = [finding('a', 'fail', {item: 'portmap'}), finding('a', 'fail', {item: 'bridge'})]
  t.deepEqual(sizes([one, other], [other]), [0, 1, 0])
  t.deepEqual(sizes([one], [finding('a', 'pass')]), [0, 1, 0])
  t.deepEqual(sizes([one], [finding('a', 'unknown', {reason: 'no permission'})]), [0, 0, 1])
})

test('the values behind a change are named', (t) => {
  const at = (value: unknown, line: number) => ({
    evidence: [
      {fact: 'docker.ipMasq', value, source: {file: '/etc/docker/daemon.json', line}},
      {fact: 'docker.iptables', value: true},
    ],
  })
  const {appeared} = diff([finding('a', 'pass', at(false, 2))], [finding('a', 'fail', at(true, 3))])
  t.deepEqual(
    appeared[0]?.evidence.map(({fact, before, after}) => [fact, before?.value, after?.value, after?.source]),
    [['docker.ipMasq', false, true, {file: '/etc/docker/daemon.json', line: 3}]],
  )
})

test('a gate counts what is new at or above a severity, and what got that bad', (t) => {
  const worse = diff([finding('a', 'fail', {severity: 'warning'})], [finding('a', 'fail')])
  t.deepEqual([newFailures(worse, 'error').length, newFailures(worse, 'warning').length], [1, 0])
  const small = diff([], [finding('a', 'fail', {severity: 'info'})])
  t.deepEqual(
    (['error', 'warning', 'info', 'never'] as const).map((level) => newFailures(small, level).length),
    [0, 0, 1, 0],
  )
})

test('a report does not differ from itself, and what is new one way is not there the other way', (t) => {
  const findings = fc
    .array(
      fc.record({
        rule: fc.constantFrom('a', 'b'),
        outcome: fc.constantFrom('pass', 'fail', 'skip', 'unknown', 'waived'),
        item: fc.constantFrom('x', 'y'),
      }),
      {maxLength: 6},
    )
    .map((list) => list.map(({rule, outcome, item}) => finding(rule, outcome as Finding['outcome'], {item})))
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      t.deepEqual(sizes(before, before), [0, 0, 0])
      const forth = diff(before, after)
      const failing = (list: readonly Finding[]) => list.filter(({outcome}) => outcome === 'fail').length
      const gone = [...forth.fixed, ...forth.changed].filter(
        (one) => one.before?.outcome === 'fail' && one.after?.outcome !== 'fail',
      )
      t.is(failing(after) - failing(before), forth.appeared.length - gone.length)
    }),
  )
})
