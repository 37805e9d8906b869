import {UserError} from '../errors.ts'
import {quoteWord} from '../text/shell-words.ts'
import {searchPath} from './search-path.ts'
import {shellLibrary} from './shell-library.ts'
import {openWire} from './shell-wire.ts'

/** How a shell is reached. */
export interface SessionOptions {
  /** The command that gives a POSIX shell, as words; it is started as it is, without a shell of this host. */
  readonly argv: readonly string[]
  /** What messages call the host. */
  readonly name: string
  /** A command that runs another as root there, as in `sudo -n`. */
  readonly become?: readonly string[]
  /** The longest wait for one answer, in milliseconds, connecting included. Default 30000. */
  readonly deadlineMs?: number
  /** Ends the session, or the wait for it. */
  readonly signal?: AbortSignal
  /** The shell to use there, default `sh`. */
  readonly shell?: string
  /** Where programs are looked up there. */
  readonly searchPath?: string
}

/** No shell came up; `reason` is what the command or the host said of it. */
export class NoShell extends UserError {
  readonly reason: string

  constructor(message: string, reason: string, hint?: string) {
    super(message, hint === undefined ? {} : {hint})
    this.reason = reason
  }
}

/** One long-lived shell on another host. */
export interface Session {
  /** What separates the records of an answer. */
  readonly mark: string
  readonly hostName: string
  readonly now: () => number
  readonly deadlineMs: number
  /** Runs a script there and gives what it printed. Rejects when the session is lost, with the reason. */
  ask(script: string, deadlineMs: number): Promise<Buffer>
  /** Why nothing more can be asked, once the session is lost. */
  lost(): string | undefined
  close(): void
}

/** Starts the command and waits until a clean shell answers; greetings before that are passed over. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const {argv, name, deadlineMs = 30_000} = options
  const wire = openWire(argv)
  options.signal?.addEventListener('abort', () => wire.close(), {once: true})
  const [begin, end] = [randomHex(), randomHex()]
  const mark = `k${randomHex()}`
  let lesson = shellLibrary(mark)
  let lost: string | undefined
  try {
    const greeting = await wire.exchange(handshake(options, begin, end), `\n${end}\n`, {deadlineMs, bytes: mebibyte})
    const {hostName, offsetMs} = greeted(greeting, `${begin}${end}`)
    return {
      mark,
      hostName: hostName || name,
      now: () => Math.floor(performance.now() + offsetMs),
      deadlineMs,
      async ask(script, waitMs) {
        const text = `${lesson}{ ${script}\n} </dev/null 2>/dev/null\no "$M"${end}\n`
        lesson = ''
        try {
          return await wire.exchange(text, `${mark}${end}`, {deadlineMs: waitMs, bytes: maxAnswerBytes})
        } catch (error) {
          lost ??= reasonOf(error)
          throw error
        }
      },
      lost: () => lost,
      close: wire.close,
    }
  } catch (error) {
    wire.close()
    const reason = reasonOf(error)
    const command = argv.map(quoteWord).join(' ')
    const where = name === argv.join(' ') ? '' : ` on ${name}`
    throw new NoShell(`no shell${where} by '${command}': ${reason}`, reason, isSilent(reason) ? silentHint : undefined)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isSilent = (reason: string): boolean => reason.startsWith('the host did not answer')
const silentHint = 'where the login shell is fish or a restricted one, end the command with sh'

const mebibyte = 1024 * 1024
const maxAnswerBytes = 64 * mebibyte

/** Bytes that a terminal on the way would change or swallow. */
const tender = Buffer.from([0x01, 0xff, 0x0d, 0x0a])

function randomHex(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 20)
}

/**
 * One line that any shell, csh and fish too, understands: it becomes `sh` with a clean environment, which says its clock and
 * name and then reads what follows. A terminal is made transparent and kept away from it, lest it prompts. `begin` and `end`
 * stand together only in the answer, so that an echo of the line is not taken for it.
 */
function handshake(
  {become = [], shell = 'sh', searchPath: path = searchPath}: SessionOptions,
  begin: string,
  end: string,
) {
  const script = `cd /;[ -t 0 ]&&stty raw -echo;h=;read -r h </proc/sys/kernel/hostname||h=$(hostname);p=;[ -e /proc/self/stat ]&&p=1;printf "%s%s\\001\\377\\015\\012%s\\n%s\\n%s\\n%s\\n" ${begin} ${end} "$(date +%s.%N)" "$h" "$p" ${end};if [ -t 0 ];then cat|${shell};else exec ${shell};fi`
  return `exec ${[...become.map(quoteWord), 'env', '-i', `PATH=${path}`, 'LC_ALL=C', shell, '-c', `'${script}'`].join(' ')}\n`
}

function greeted(bytes: Buffer, start: string): {readonly hostName: string; readonly offsetMs: number} {
  const at = bytes.indexOf(start)
  if (at < 0) throw new Error('what answered is no POSIX shell')
  const answer = bytes.subarray(at + start.length)
  if (!answer.subarray(0, tender.length).equals(tender)) {
    throw new Error('what it sends is changed on the way, as by a terminal; leave out options such as -t')
  }
  const [seconds = '', hostName = '', hasProc = ''] = answer.subarray(tender.length).toString('utf8').split('\n')
  const clock = Number.parseFloat(seconds) * 1000
  if (!(clock >= 0 && clock < endOfClocksMs)) throw new Error('it does not tell its clock')
  if (hasProc === '')
    throw new Error('no /proc is mounted there, so nothing is known of its kernel; --root looks at files alone')
  return {hostName: hostName.trim().slice(0, maxHostName), offsetMs: clock - performance.now()}
}

/** The end of the year 9999. */
const endOfClocksMs = Date.UTC(10_000, 0)

/** Four times what Linux lets a name be. */
const maxHostName = 256
