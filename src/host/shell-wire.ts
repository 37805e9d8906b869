import {spawn} from 'node:child_process'
import {errorCode} from './file-failure.ts'

/** The pipes to a command: one exchange at a time, and the reason why there can be no further one. */
export interface Wire {
  /** Sends a text and gives what comes back up to the mark that ends it. Rejects past a bound, and when the command ends. */
  exchange(text: string, end: string, bounds: {readonly deadlineMs: number; readonly bytes: number}): Promise<Buffer>
  close(): void
}

/** Starts a command with pipes. It stays in this process group, so that ssh may ask its user and Ctrl-C ends it too. */
export function openWire(argv: readonly string[]): Wire {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {stdio: ['pipe', 'pipe', 'pipe']})
  let lost: string | undefined
  let complaint = ''
  let greeting = ''
  let hasAnswered = false
  let waiting: {readonly take: (chunk: Buffer) => void; readonly fail: (reason: string) => void} | undefined

  const lose = (reason: string): void => {
    lost ??= reason
    child.kill('SIGKILL')
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    waiting?.fail(lost)
    waiting = undefined
  }
  const ended = (how: string): void => {
    lose(withWords(`the host ended the session${how}`, complaint, greeting))
  }

  child.on('error', (error) => {
    const code = errorCode(error)
    lose(code === 'ENOENT' ? `${program} is not installed` : `${program} cannot be started: ${code}`)
  })
  child.on('close', (code, signal) => ended(signal ? ` by ${signal}` : code ? ` with exit code ${code}` : ''))
  // Only an exchange keeps this process running, by its timer; when it ends, so do the pipes and the shell at their end.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  child.stderr.on('error', () => {})
  child.stdout.on('data', (chunk: Buffer) => {
    if (!hasAnswered) greeting = (greeting + chunk.toString('utf8')).slice(-maxComplaint)
    waiting?.take(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-maxComplaint)
  })

  return {
    exchange: (text, end, bounds) =>
      new Promise((resolve, reject) => {
        if (lost !== undefined) return reject(new Error(lost))
        const chunks: Buffer[] = []
        let length = 0
        const late = `the host did not answer within ${bounds.deadlineMs / 1000} s`
        const timer = setTimeout(() => lose(hasAnswered ? late : withWords(late, complaint)), bounds.deadlineMs)
        const settle = (): void => {
          clearTimeout(timer)
          waiting = undefined
        }
        waiting = {
          take(chunk) {
            chunks.push(chunk)
            length += chunk.length
            if (length > bounds.bytes) return lose(`the host sent more than ${bounds.bytes / 1024 / 1024} MiB`)
            if (!endsWith(chunks, end)) return
            settle()
            hasAnswered = true
            greeting = ''
            resolve(Buffer.concat(chunks).subarray(0, length - end.length))
          },
          fail(reason) {
            settle()
            reject(new Error(reason))
          },
        }
        child.stdin.write(text)
      }),
    close: () => lose('the session is closed'),
  }
}

const maxComplaint = 2048

/** What happened with the most telling line of each text that was said: of standard error, and of greetings or refusals. */
function withWords(event: string, ...texts: readonly string[]): string {
  const said = texts.map(linesOf)
  const telling = said.flatMap((lines) => lines.findLast((line) => !aftermath.test(line)) ?? [])
  const words = telling.length > 0 ? telling : said.flatMap((lines) => lines.at(-1) ?? [])
  return words.length === 0 ? event : `${event}: ${words.join('; ')}`
}

const linesOf = (text: string): readonly string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** What ssh says besides when a jump host, not the host, is the reason; and of a key it has got to know, or a terminal. */
const aftermath =
  /UNKNOWN port 65535|^kex_exchange_identification: |^stdio forwarding failed|^Warning: Permanently added |^Pseudo-terminal /

/** Whether the last bytes of all chunks are these, however they were cut. */
function endsWith(chunks: readonly Buffer[], end: string): boolean {
  let tail = chunks.at(-1) ?? Buffer.of()
  for (let index = chunks.length - 2; index >= 0 && tail.length < end.length; index -= 1) {
    tail = Buffer.concat([chunks[index] ?? Buffer.of(), tail])
  }
  return tail.subarray(-end.length).toString('latin1') === end
}
