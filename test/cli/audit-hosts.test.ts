import test from 'ava'
import type {Report} from '../../src/check/report.ts'
import {startAudit} from '../../src/cli/audit-hosts.ts'

test('an exception of ours costs the host it came with and no other', async (t) => {
  const names = ['a', 'b', 'c']
  const {audited, done} = startAudit(
    {
      sources: names.map((name) => ({name, open: () => Promise.reject(new Error('not asked'))})),
      atOnce: 1,
      deadlineMs: 1000,
      async lookAt({name}) {
        if (name === 'b') throw new RangeError('Not an integer')
        return {report: {findings: []} as unknown as Report, member: undefined, boot: undefined}
      },
    },
    {total: 3, done: 0, running: 0, unreachable: 0},
  )
  await done
  t.deepEqual(
    audited.hosts.map(({name}) => name),
    ['a', 'c'],
  )
  t.deepEqual(audited.unreachable, [{name: 'b', reason: 'node-preflight has a bug: Not an integer'}])
  t.is((audited.bugs[0] as Error).name, 'RangeError')
})
