import test from 'ava'
import {fleet} from '../../src/collectors/fleet.ts'
import {FactStore} from '../../src/facts/store.ts'
import {Absent} from '../../src/facts/value.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

test('one host has nothing to be compared with', async (t) => {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
  })
  t.true((await new FactStore([fleet], host).collect(fleet)) instanceof Absent)
})
