import test from 'ava'
import fc from 'fast-check'
import {nagios} from '../../src/reporters/nagios.ts'
import {npd} from '../../src/reporters/npd.ts'
import {nagiosState} from '../../src/reporters/one-line/nagios-state.ts'
import {empty, everyOutcome, huge, plain, reportOf} from './reports.ts'

const of = (...outcomes: string[]) => reportOf(everyOutcome.findings.filter(({outcome}) => outcomes.includes(outcome)))

test('the state follows the verdict, failing warnings and what the user allows', (t) => {
  const warned = reportOf(everyOutcome.findings.slice(0, 2))
  t.is(nagiosState(everyOutcome, plain), 'CRITICAL')
  t.is(nagiosState(of('unknown', 'pass'), plain), 'UNKNOWN')
  t.is(nagiosState(of('unknown', 'pass'), {...plain, allowUnknown: true}), 'OK')
  t.is(nagiosState(warned, plain), 'WARNING')
  t.is(nagiosState(of('pass', 'waived'), plain), 'OK')
  t.is(nagiosState(everyOutcome, {...plain, failOn: 'never'}), 'OK')
})

test('the most important rule is named, the rest counted', (t) => {
  t.is(npd(everyOutcome, plain), 'FAIL: 1 error, 2 warnings, 2 unknown: docker-masquerades-beside-overlay, +3\n')
  t.is(npd(empty, plain), 'PASS: no rule was checked\n')
  t.is(
    nagios(of('unknown'), plain),
    'PREFLIGHT UNKNOWN - 2 unknown: secret-volume-mislabelled, +1 | errors=0 warnings=0 unknown=2 waived=0 time=0.071s\n',
  )
})

test('the line holds at most 80 bytes of ASCII and one bar at most, whatever a rule is called', (t) => {
  const [first] = everyOutcome.findings
  if (!first) return t.fail()
  t.true(npd(huge, plain).length <= 81)
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'binary'})), (rules) => {
      const report = reportOf(rules.map((rule) => ({...first, rule})))
      t.regex(npd(report, plain), /^[ -{}~]{1,80}\n$/)
      t.regex(nagios(report, plain), /^[ -{}~]{1,80} \| [ -{}~]*\n$/)
    }),
  )
})
