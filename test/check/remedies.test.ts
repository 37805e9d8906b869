import test from 'ava'
import {planRepair, type Step} from '../../src/check/remedies.ts'
import type {Finding} from '../../src/check/report.ts'

const failing = (rule: string, severity: Finding['severity'], ...commands: readonly string[]): Finding => ({
  rule,
  subject: 'x',
  title: rule,
  severity,
  outcome: 'fail',
  message: rule,
  evidence: [],
  ruleFile: '',
  fix: {text: 'Mend it.', commands},
})
const shown = (steps: readonly Step[]) =>
  steps.map(({findings, commands}) => `${findings.map(({rule}) => rule).join('+')}: ${commands.join('; ')}`)

test('packages come first, restarts once at the end, the worst before the rest', (t) => {
  const plan = planRepair([
    failing('b', 'warning', 'printf x > /etc/x', 'systemctl daemon-reload', 'systemctl restart docker'),
    failing('a', 'error', 'apt-get install -y socat', 'mkdir -p /etc/y', 'systemctl restart docker'),
    failing('c', 'info', 'apt-get install -y socat'),
    failing('d', 'error'),
  ])
  t.deepEqual(shown(plan.packages), ['a+c: apt-get install -y socat'])
  t.deepEqual(shown(plan.changes), ['a: mkdir -p /etc/y', 'b: printf x > /etc/x'])
  t.deepEqual(shown(plan.restarts), ['b: systemctl daemon-reload', 'a+b: systemctl restart docker'])
  t.deepEqual(
    plan.byHand.map(({rule}) => rule),
    ['d'],
  )
})

test('what stops a service starts it again in its own step', (t) => {
  const commands = ['systemctl stop docker', 'ip link delete docker0', 'systemctl start docker']
  const plan = planRepair([failing('a', 'error', ...commands)])
  t.deepEqual(shown(plan.changes), [`a: ${commands.join('; ')}`])
  t.deepEqual(plan.restarts, [])
})

test('what does not fail is left alone', (t) => {
  const finding = failing('a', 'error', 'true')
  for (const outcome of ['pass', 'skip', 'unknown', 'waived'] as const) {
    const {packages, changes, restarts, byHand} = planRepair([{...finding, outcome}])
    t.deepEqual([...packages, ...changes, ...restarts, ...byHand], [])
  }
})
