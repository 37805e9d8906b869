import {collectors} from '../collectors/index.ts'
import {FactStore} from '../facts/store.ts'
import type {Host} from '../host/host.ts'
import {rehearse} from '../host/rehearsal.ts'
import {type ShellHost, shellHost} from '../host/shell.ts'
import type {SessionOptions} from '../host/shell-session.ts'
import {snapshotHost} from '../host/snapshot.ts'
import {typicalNode} from './typical-node.ts'

/**
 * Opens a host behind a shell that has been asked, with the first question, for what a check is likely to read; `turn` is
 * waited for before that.
 */
export async function openShell(options: SessionOptions, turn?: () => Promise<void>): Promise<ShellHost> {
  rehearsal ??= rehearse([snapshotHost({...typicalNode, files: {}}), snapshotHost(typicalNode)], collectAll)
  const [host, askLikely] = await Promise.all([shellHost(options), rehearsal])
  await turn?.()
  askLikely(host)
  return host
}

/** Once for all hosts of this process. */
let rehearsal: Promise<(host: Host) => void> | undefined

async function collectAll(host: Host): Promise<void> {
  const store = new FactStore(collectors, host)
  await Promise.all(collectors.map((collector) => store.collect(collector)))
}
