import {readdir, stat} from 'node:fs/promises'
import {basename, join} from 'node:path'
import {UserError} from '../errors.ts'
import type {Host} from '../host/host.ts'
import {NoShell} from '../host/shell-session.ts'
import type {InventoryHost} from '../text/ansible-inventory.ts'
import {type Args, many, one} from './args.ts'
import {auditTargets} from './audit-targets.ts'
import {durationMs} from './duration.ts'
import {wordsOf} from './open-host.ts'

/** A host of an audit, not yet reached. */
export interface AuditSource {
  readonly name: string
  /** Looks it up; `signal` ends the wait and what was opened. */
  open(signal: AbortSignal): Promise<OpenedHost>
}

/** A host that answers. */
export interface OpenedHost {
  readonly host: Host
  /** Why it stopped answering on the way. */
  lost(): string | undefined
}

/** A host that cannot be looked at, for a reason that is not ours. */
export class Unreachable extends Error {}

/** The hosts that the options name: recordings of `--from`, or hosts behind ssh. */
export async function auditSources(args: Args): Promise<readonly AuditSource[]> {
  const from = many(args, 'from')
  const targets = await auditTargets(args)
  if (from.length > 0 && targets.length > 0) throw new UserError('--from and hosts exclude each other')
  const sources = from.length > 0 ? await recordings(from) : targets.map((target) => overSsh(target, sshOf(args)))
  if (sources.length > 0) return sources
  throw new UserError('audit needs hosts', {
    hint: 'node-preflight audit HOST…, --hosts FILE, --inventory FILE or --from DIR',
  })
}

interface Ssh {
  readonly words: readonly string[]
  readonly become: readonly string[] | undefined
  readonly deadlineMs: number
}

/** How long one answer may take, where the whole host may take longer. */
const answerMs = 30_000

function sshOf(args: Args): Ssh {
  const words = wordsOf(args, 'ssh') ?? ['ssh']
  return {words, become: wordsOf(args, 'become'), deadlineMs: Math.min(hostDeadlineMs(args), answerMs)}
}

/** How long one host may take. */
export const hostDeadlineMs = (args: Args): number => durationMs('--timeout', one(args, 'timeout') ?? '60s')

/**
 * A host behind the user's own ssh. Nobody is there to answer, so ssh is told not to ask; what `--ssh` says comes first and
 * wins. The name stands behind `--`, and no shell of this machine sees it.
 */
function overSsh({name, address = name, port, user}: InventoryHost, ssh: Ssh): AuditSource {
  const options = ['-T', '-o', 'BatchMode=yes', ...(port ? ['-p', port] : []), ...(user ? ['-l', user] : [])]
  const argv = [...ssh.words, ...options, '--', address, 'sh']
  const {become, deadlineMs} = ssh
  return {
    name,
    async open(signal) {
      const {openShell} = await import('./open-shell.ts')
      try {
        const host = await openShell({argv, name, deadlineMs, signal, ...(become ? {become} : {})})
        return {host, lost: host.lost}
      } catch (error) {
        if (!(error instanceof NoShell)) throw error
        throw new Unreachable(error.reason.replace(`${name} ended the session with exit code 255: `, ''))
      }
    },
  }
}

/** The snapshots that paths name: files, and those in folders. */
async function recordings(paths: readonly string[]): Promise<readonly AuditSource[]> {
  const files = await Promise.all(paths.map(filesOf))
  return files.flat().map((file) => ({
    name: basename(file).replace(/\.json(\.gz)?$/, ''),
    open: () => openRecording(file),
  }))
}

async function filesOf(path: string): Promise<readonly string[]> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--from: cannot read ${path}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`)
  })
  if (!status.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => /\.json(\.gz)?$/.test(name)).sort()
  if (names.length === 0)
    throw new UserError(`--from: ${path} holds no snapshot`, {hint: 'files named *.json or *.json.gz'})
  return names.map((name) => join(path, name))
}

async function openRecording(file: string): Promise<OpenedHost> {
  const [{loadSnapshot}, {snapshotHost}] = await Promise.all([
    import('../host/snapshot-file.ts'),
    import('../host/snapshot.ts'),
  ])
  const document = await loadSnapshot(file).catch((error: unknown) => {
    throw error instanceof UserError ? new Unreachable(error.message) : error
  })
  return {host: snapshotHost(document), lost: () => undefined}
}
