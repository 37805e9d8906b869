import {readdir, stat} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import type {Notice} from '../check/report.ts'
import {UserError} from '../errors.ts'
import type {Host} from '../host/host.ts'
import {NoShell} from '../host/shell-session.ts'
import {type Args, many, one} from './args.ts'
import {auditTargets} from './audit-targets.ts'
import {turnsOf} from './audit-turns.ts'
import {durationMs} from './duration.ts'
import type {Target} from './inventory-target.ts'
import {wordsOf} from './open-host.ts'

/** A host of an audit, not yet reached. */
export interface AuditSource {
  readonly name: string
  /** Where it was recorded; absent for a host that is to be reached. */
  readonly recording?: string
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

/** The hosts that the options name: recordings of `--from`, or hosts behind ssh; and what was said of them that is not done. */
export async function auditSources(
  args: Args,
): Promise<{readonly sources: readonly AuditSource[]; readonly notices: readonly Notice[]}> {
  const from = many(args, 'from')
  const {targets, notices} = await auditTargets(args)
  if (from.length > 0 && targets.length > 0) {
    throw new UserError('--from and hosts exclude each other', {hint: '--from is written before each of several paths'})
  }
  const ssh = sshOf(args)
  const sources = from.length > 0 ? await recordings(from) : targets.map((target) => behindShell(target, ssh))
  if (sources.length > 0) return {sources, notices}
  throw new UserError('audit needs hosts', {
    hint: 'node-preflight audit HOST…, --hosts FILE, --inventory FILE or --from DIR',
  })
}

interface Ssh {
  readonly words: readonly string[]
  readonly become: readonly string[] | undefined
  readonly deadlineMs: number
  /** What a host that has let us in waits for before it is asked anything. */
  readonly turn: (signal: AbortSignal) => Promise<void>
}

/**
 * A host takes memory once it has answered, and to log in takes longer than all the rest: if half of the hosts are past
 * that, no time is lost.
 */
const turnMs = 5000

/** How long one answer may take, where the whole host may take longer. */
const answerMs = 30_000

function sshOf(args: Args): Ssh {
  const words = wordsOf(args, 'ssh') ?? ['ssh']
  return {
    words,
    become: wordsOf(args, 'become'),
    deadlineMs: Math.min(hostDeadlineMs(args), answerMs),
    turn: turnsOf(Math.ceil(hostsAtOnce(args) / 2), turnMs),
  }
}

/** How many hosts are looked at at once. */
export function hostsAtOnce(args: Args): number {
  const text = one(args, 'jobs') ?? '32'
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1024) {
    throw new UserError(`--jobs: '${text}' is no number of hosts`, {hint: 'from 1 to 1024'})
  }
  return count
}

/** How long one host may take. */
export function hostDeadlineMs(args: Args): number {
  const text = one(args, 'timeout') ?? '60s'
  const deadlineMs = durationMs('--timeout', text)
  if (deadlineMs >= 1 && deadlineMs <= maxDeadlineMs) return deadlineMs
  throw new UserError(`--timeout: '${text}' is no time for a host`, {hint: 'from 1ms to 24h'})
}

const maxDeadlineMs = 24 * 3600 * 1000

/** A host behind ssh, or this machine where an inventory says that it is. */
function behindShell(target: Target, ssh: Ssh): AuditSource {
  const {name, connection = 'ssh'} = target
  const argv = connection === 'local' ? ['sh'] : sshCommand(target, ssh)
  const {become, deadlineMs, turn} = ssh
  return {
    name,
    async open(signal) {
      if (connection !== 'ssh' && connection !== 'local') {
        throw new Unreachable(`its ansible_connection is ${connection}, not ssh`)
      }
      const {openShell} = await import('./open-shell.ts')
      try {
        const host = await openShell({argv, name, deadlineMs, signal, ...(become ? {become} : {})}, () => turn(signal))
        return {host, lost: host.lost}
      } catch (error) {
        if (!(error instanceof NoShell)) throw error
        throw new Unreachable(error.reason.replace('the host ended the session with exit code 255: ', ''))
      }
    },
  }
}

/**
 * The user's own ssh. Nobody is there to answer, so ssh is told not to ask; what `--ssh` says comes first and wins. The name
 * stands behind `--`, and no shell of this machine sees it.
 */
function sshCommand({name, address = name, port, user, options = []}: Target, {words}: Ssh): readonly string[] {
  const login = [...(port ? ['-p', port] : []), ...(user ? ['-l', user] : [])]
  return [...words, ...options, '-T', '-o', 'BatchMode=yes', ...login, '--', address, 'sh']
}

/** The recordings that paths name, each alone or in a folder of them, once; files of one name are called by their paths. */
async function recordings(paths: readonly string[]): Promise<readonly AuditSource[]> {
  const found = [...new Set((await Promise.all(paths.map(recordingsAt))).flat().map((path) => resolve(path)))]
  const names = found.map(nameOf)
  return found.map((path, index) => {
    const isAlone = names.indexOf(names[index] ?? '') === names.lastIndexOf(names[index] ?? '')
    return isAlone ? recording(path) : {...recording(path), name: path.replace(recordingNames, '')}
  })
}

const nameOf = (path: string): string => basename(path).replace(recordingNames, '')

/** A recorded host: a snapshot, or what others' tools collected. */
export function recording(path: string): AuditSource {
  return {
    name: nameOf(resolve(path)),
    recording: path,
    async open() {
      const {openBundle} = await import('../host/bundle.ts')
      const host = await openBundle(path).catch((error: unknown) => {
        throw error instanceof UserError ? new Unreachable(error.message) : error
      })
      return {host, lost: () => undefined}
    },
  }
}

/** A file, a bundle that was unpacked, or those a folder holds; other files of a folder, such as checksums, are passed over. */
async function recordingsAt(path: string): Promise<readonly string[]> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--from: cannot read ${path}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`)
  })
  const {isBundle} = await import('../host/bundle.ts')
  if (!status.isDirectory() || (await isBundle(path))) return [path]
  const entries = (await readdir(path)).sort().map((name) => join(path, name))
  const recorded = await Promise.all(entries.map((entry) => recordingNames.test(entry) || isBundle(entry)))
  const found = entries.filter((_, index) => recorded[index])
  if (found.length > 0) return found
  throw new UserError(`--from: ${path} holds no snapshot and no bundle`, {
    hint: 'files named *.json, *.json.gz, *.tar, *.tar.gz, *.tgz or *.tar.xz, and unpacked bundles',
  })
}

const recordingNames = /\.(?:json(?:\.gz)?|tar(?:\.[gx]z)?|t[gx]z)$/
