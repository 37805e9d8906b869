import {headReading, refusalReading, textReading} from './decode.ts'
import type {FileStatus, Host, Reading, StatusOptions} from './host.ts'
import {labelled} from './live-labels.ts'
import {normalPath} from './path.ts'
import {fileSource, maxBytes, read, unreadable} from './reading.ts'
import {linksOf} from './recorded-links.ts'
import {abridgedQuestion, isAbridged} from './shell-abridged.ts'
import {commandQuestion} from './shell-command.ts'
import {shellHardware} from './shell-hardware.ts'
import {labelQuestion} from './shell-labels.ts'
import {listQuestion} from './shell-list.ts'
import {foundByPatterns, readByPatterns, readQuestion} from './shell-read.ts'
import {openRounds} from './shell-rounds.ts'
import {openSession, type SessionOptions} from './shell-session.ts'
import {statusQuestion} from './shell-status.ts'

/** A host behind a shell. */
export interface ShellHost extends Host {
  /** How many times something was sent and waited for, connecting included. */
  roundTrips(): number
  /** Why nothing more can be read, once the session is lost. */
  lost(): string | undefined
  /** Ends the session; what is asked afterwards is unreadable. */
  close(): void
}

/**
 * A host reached by any command that gives a POSIX shell, such as `ssh host` or `docker exec -i c sh`. Nothing is written or
 * installed there, and nothing of what it sends is run or interpreted here. Throws a UserError when no shell comes up; when
 * the session is lost later, everything asked from then on is unreadable with the reason.
 */
export async function shellHost(options: SessionOptions): Promise<ShellHost> {
  const session = await openSession(options)
  const rounds = openRounds(session)
  const statuses = rounds.asker(statusQuestion)
  const labels = rounds.asker(labelQuestion)
  const contents = rounds.asker(readQuestion)
  const abridged = rounds.asker(abridgedQuestion)
  const names = rounds.asker(listQuestion)
  const programs = rounds.asker(commandQuestion)
  rounds.guess(readByPatterns(likely, wholeFile), (answer) => {
    for (const [question, reading] of foundByPatterns(answer, session.mark, wholeFile)) contents.know(question, reading)
  })

  const bytesOf = async (path: string, limit: number): Promise<Reading<Buffer>> =>
    untold(path) ?? refusalReading(path, path) ?? contents.ask({path, limit})

  const readFile = async (path: string): Promise<Reading<string>> => {
    const short = isAbridged(path) ? await abridged.ask(path) : undefined
    if (short?.state === 'read' && short.value) return textReading(short.value, path)
    const bytes = short && short.state !== 'read' ? short : await bytesOf(path, wholeFile)
    return bytes.state === 'read' ? textReading(bytes.value, path) : bytes
  }

  async function statusOf(path: string, isFollowed: boolean): Promise<Reading<FileStatus>> {
    const reading = untold(path) ?? (await statuses.ask({path, isFollowed}))
    if (reading.state !== 'read') return reading
    return read({...reading.value, realPath: reading.value.realPath ?? (await endOf(path))}, reading.source)
  }

  /** Where a path ends that no program there could follow to its end, such as a dangling link. */
  async function endOf(path: string): Promise<string> {
    const lookAt = async (at: string) => {
      const reading = await statuses.ask({path: at, isFollowed: false})
      return [at, reading.state === 'read' ? read({...reading.value, realPath: at}, reading.source) : reading] as const
    }
    const links = await linksOf({status: async (paths) => new Map(await Promise.all(paths.map(lookAt)))}, [path])
    const end = await links.resolve(path, true)
    return end.state === 'loop' ? normalPath(path) : end.path
  }

  const run: Host['run'] = (argv, {timeoutMs = defaultTimeoutMs} = {}) => programs.ask({argv, timeoutMs})

  async function status(paths: readonly string[], options: StatusOptions = {}) {
    const {follow = false} = options
    const look = async (path: string) => {
      const [found, label] = await Promise.all([
        statusOf(path, follow),
        options.labels ? labels.ask({path, isFollowed: follow}) : undefined,
      ])
      if (!label) return [path, found] as const
      return [path, labelled(path, found, label.state === 'read' ? label.value : undefined)] as const
    }
    return new Map(await Promise.all([...new Set(paths)].map(look)))
  }

  return {
    mode: 'shell',
    name: session.hostName,
    now: session.now,
    readFile,
    readHead: async (path, length) => {
      const bytes = await bytesOf(path, length)
      return bytes.state === 'read' ? headReading(bytes.value, path) : bytes
    },
    list: async (path) => untold(path) ?? names.ask(path),
    status,
    run,
    hardware: () => shellHardware(readFile),
    roundTrips: () => rounds.count() + 1,
    lost: session.lost,
    close: session.close,
  }
}

const defaultTimeoutMs = 5000

/** One byte more than a file may have, so that a longer one shows. */
const wholeFile = maxBytes + 1

/** Small files of which only the host knows the names and which a look at its processes and settings reads. */
const likely = [
  '/proc/[0-9]*/cmdline',
  '/proc/[0-9]*/comm',
  '/proc/[0-9]*/cgroup',
  '/etc/sysctl.d/*',
  '/usr/lib/sysctl.d/*',
]

/** The reading of a path that no system call takes and no shell can be told of. */
function untold(path: string): Reading<never> | undefined {
  return path.includes('\0') ? unreadable('cannot be read: no path holds a NUL', fileSource(path)) : undefined
}
