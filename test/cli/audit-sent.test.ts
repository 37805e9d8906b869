import test from 'ava'
import type {Finding} from '../../src/check/report.ts'
import {findingReceiver, findingSender} from '../../src/cli/audit-sent.ts'

const finding = (rule: string, outcome: Finding['outcome'], more: Partial<Finding> = {}): Finding => ({
  rule,
  subject: 'tools',
  title: rule,
  severity: 'warning',
  outcome,
  message: '',
  evidence: [],
  ruleFile: `${rule}.yaml`,
  ...more,
})
const pass = finding('conntrack-missing', 'pass')
const skip = finding('socat-missing', 'skip', {reason: 'nobody needs it'})

test('what hosts have in common is sent once and comes back the same each time', (t) => {
  const [send, receive] = [findingSender(), findingReceiver()]
  const first = structuredClone(send([pass, skip]))
  const second = structuredClone(send([skip, finding('ip-missing', 'fail'), pass]))
  t.deepEqual(first, [pass, skip])
  t.deepEqual(second, [1, finding('ip-missing', 'fail'), 0])
  const [received, again] = [receive(first), receive(second)]
  t.deepEqual(received, [pass, skip])
  t.deepEqual(again, [skip, finding('ip-missing', 'fail'), pass])
  t.is(again[2], received[0])
})

test('a number that was never sent is a bug that shows', (t) => {
  t.throws(() => findingReceiver()([7]), {message: /never sent: 7/})
})

test('what is of one host is sent whole', (t) => {
  const [send, receive] = [findingSender(), findingReceiver()]
  const own = [finding('ip-missing', 'unknown'), finding('swap-on', 'skip', {item: '/dev/sda2'})]
  t.deepEqual(receive(structuredClone(send(own))), own)
  t.deepEqual(send(own), own)
})
