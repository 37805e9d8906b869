import {constants} from 'node:os'
import {quoteWord} from '../text/shell-words.ts'
import type {CommandResult, Reading} from './host.ts'
import {absent, commandSource, maxBytes, read, unreadable} from './reading.ts'
import {redact} from './redact.ts'
import {killed} from './shell-failure.ts'
import {garbled, recordsOf, type ShellRecord} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'

/** A program to run, with its bound of time. */
export interface CommandQuestion {
  readonly argv: readonly string[]
  readonly timeoutMs: number
}

/** Programs that run side by side as the stages of a pipeline. NUL bytes of their output are lost. */
export const commandQuestion: Question<CommandQuestion, CommandResult> = {
  most: 16,
  key: ({argv, timeoutMs}) => JSON.stringify([timeoutMs, argv]),
  group: () => '',
  script: (questions) =>
    questions
      .map(({argv, timeoutMs}) => `x ${Math.ceil(timeoutMs / 1000)} ${maxBytes + 1} ${argv.map(quoteWord).join(' ')}`)
      .join('|'),
  answers(answer, questions, mark) {
    const records = recordsOf(answer, mark)
    const starts = records.flatMap(({kind}, index) => (kind === 'k' ? [index] : []))
    if (starts.length !== questions.length) throw new Error(garbled)
    return questions.map((question, index) => resultOf(question, records.slice(starts[index], starts[index + 1])))
  },
  source: ({argv}) => commandSource(argv),
  patienceMs: ({timeoutMs}) => timeoutMs,
}

/** The result in one record of the state and standard output, one of the standard error and one of the exit code. */
function resultOf({argv, timeoutMs}: CommandQuestion, records: readonly ShellRecord[]): Reading<CommandResult> {
  const source = commandSource(argv)
  const [output, errors, ending] = records.map(({body}) => body)
  const state = String.fromCharCode(output?.[0] ?? 0)
  if (state === 'a') return absent(source)
  if (state === 'd') return unreadable('permission denied; run as root', source)
  if (output === undefined || errors === undefined || state !== 'r') return unreadable(garbled, source)
  const stdout = output.subarray(1)
  if (stdout.length > maxBytes || ending === undefined) {
    return unreadable(`wrote more than ${maxBytes / 1024 / 1024} MiB`, source)
  }
  const exitCode = Number(ending.toString('latin1'))
  if (exitCode === killed) return unreadable(`did not end within ${timeoutMs} ms`, source)
  const signal = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0]
  if (signal !== undefined) return unreadable(`was killed by ${signal}`, source)
  return read({exitCode, stdout: text(stdout), stderr: text(errors)}, source)
}

function text(bytes: Buffer): string {
  return redact(bytes.toString('utf8'))
}
