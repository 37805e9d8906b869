import {UserError} from '../errors.ts'
import type {Host} from '../host/host.ts'
import {type Args, one} from './args.ts'

/** Makes the host that the options name; asked again it looks again, for checks that are repeated. */
export function hostOpener(args: Args): () => Promise<Host> {
  const root = one(args, 'root')
  const from = one(args, 'from')
  if (root !== undefined && from !== undefined) throw new UserError('--root and --from exclude each other')
  if (root !== undefined) return async () => (await import('../host/root.ts')).rootHost(root)
  if (from !== undefined) return () => openSnapshot(from)
  return async () => (await import('../host/live.ts')).liveHost()
}

async function openSnapshot(file: string): Promise<Host> {
  const [{loadSnapshot}, {snapshotHost}] = await Promise.all([
    import('../host/snapshot-file.ts'),
    import('../host/snapshot.ts'),
  ])
  return snapshotHost(await loadSnapshot(file))
}
