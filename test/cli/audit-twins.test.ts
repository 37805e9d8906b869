import test from 'ava'
import type {FleetMember} from '../../src/check/fleet-member.ts'
import {twinNotices} from '../../src/cli/audit-twins.ts'

const member = (name: string, machineId: string): FleetMember => ({
  name,
  told: {machineIds: {value: machineId}} as unknown as FleetMember['told'],
  nodeRanges: undefined,
  clockAheadMs: 0,
})

test('one machine by several names is told of; containers of one kernel and recordings are not', (t) => {
  const members = [member('n2', 'm'), member('n1', 'm'), member('kind', 'other'), member('recorded', 'm')]
  const boots = new Map(['n1', 'n2', 'kind'].map((name) => [name, 'boot']))
  const [notice, ...more] = twinNotices(members, boots)
  t.regex(notice?.message ?? '', /^n\[1-2\] seem to be one machine/)
  t.deepEqual(more, [])
})
