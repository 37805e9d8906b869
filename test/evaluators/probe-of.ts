import {createProbe, type Probe} from '../../src/facts/probe.ts'
import {toldNothing} from '../../src/facts/told.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import type {SnapshotDocument} from '../../src/host/snapshot-document.ts'

/** A probe over a host with these files and commands and nothing else. */
export function probeOf(
  files: NonNullable<SnapshotDocument['files']>,
  commands: NonNullable<SnapshotDocument['commands']> = [],
): Probe {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-08-01T00:00:00Z'},
    unlisted: 'absent',
    files,
    commands,
  })
  return createProbe(host, toldNothing)
}
