import type {Origin} from '../source.ts'
import type {Reading} from './host.ts'
import {unreadable} from './reading.ts'
import {garbled, splitBytes} from './shell-records.ts'
import type {Session} from './shell-session.ts'

/** One kind of question to a shell: how many are put at once and how the answer is read. */
export interface Question<Q, T> {
  /** What makes a question the same as one that was answered before. */
  key(question: Q): string
  /** Only questions of the same group share a call, such as reads with the same limit. */
  group(question: Q): string
  /** The shell text that answers questions of one group. */
  script(questions: readonly Q[]): string
  /** The readings in the order of the questions; throws where the answer cannot be understood. */
  answers(answer: Buffer, questions: readonly Q[], mark: string): readonly Reading<T>[]
  source(question: Q): Origin
  /** How many questions share a call at most: the arguments of a program there stay far below the kernel's limit. */
  readonly most: number
  /** How long a question may take there, in milliseconds, on top of the session's deadline. */
  patienceMs?(question: Q): number
}

/** Asks one kind of question. */
interface Asker<Q, T> {
  ask(question: Q): Promise<Reading<T>>
  /** Spares a question that nobody has asked yet. */
  know(question: Q, reading: Reading<T>): void
}

/** Puts what is asked at the same moment to a session in one script. */
export interface Rounds {
  asker<Q, T>(kind: Question<Q, T>): Asker<Q, T>
  /** Adds a script to the next round, for answers to questions that are likely to follow. */
  guess(script: string, take: (answer: Buffer) => void): void
  /** How many round trips were made. */
  count(): number
}

/**
 * Everything asked in one turn of the event loop, or while an answer is awaited, travels together in the next round. A session
 * asks each thing once.
 */
export function openRounds(session: Session): Rounds {
  const guesses: Call[] = []
  const queues: Pick<Queue<unknown, unknown>, 'take' | 'isWaiting'>[] = []
  let isBusy = false
  let rounds = 0

  const wake = (): void => {
    if (isBusy) return
    isBusy = true
    setImmediate(() => setImmediate(send))
  }

  async function send(): Promise<void> {
    const calls = [...queues.flatMap((queue) => queue.take()), ...guesses.splice(0)]
    const patienceMs = Math.max(...calls.map((call) => call.patienceMs))
    rounds += 1
    try {
      const script = calls.map((call) => call.script).join('\no "$M!"\n')
      const parts = splitBytes(await session.ask(script, session.deadlineMs + patienceMs), `${session.mark}!`)
      if (parts.length !== calls.length) throw new Error(garbled)
      for (const [index, call] of calls.entries()) call.answer(parts[index] ?? Buffer.of())
    } catch (error) {
      for (const call of calls) call.fail(reasonOf(error))
    }
    isBusy = false
    if (queues.some((queue) => queue.isWaiting())) wake()
  }

  return {
    asker(kind) {
      const queue = queueOf(kind, session.mark)
      queues.push(queue)
      return {ask: (question) => queue.ask(question, wake), know: queue.know}
    },
    guess: (script, take) => guesses.push({script, patienceMs: 0, answer: unlessGarbled(take), fail: () => {}}),
    count: () => rounds,
  }
}

interface Call {
  readonly script: string
  readonly patienceMs: number
  answer(bytes: Buffer): void
  fail(reason: string): void
}

interface Queue<Q, T> {
  /** The answer, given before or to come; `wake` sees that a new question is sent. */
  ask(question: Q, wake: () => void): Promise<Reading<T>>
  know(question: Q, reading: Reading<T>): void
  /** Empties the queue into calls. */
  take(): readonly Call[]
  isWaiting(): boolean
}

function queueOf<Q, T>(kind: Question<Q, T>, mark: string): Queue<Q, T> {
  const answers = new Map<string, Promise<Reading<T>>>()
  let waiting: Asked<Q, T>[] = []
  return {
    ask(question, wake) {
      const key = kind.key(question)
      const known = answers.get(key)
      if (known) return known
      wake()
      const answer = new Promise<Reading<T>>((resolve) => waiting.push({question, resolve}))
      answers.set(key, answer)
      return answer
    },
    know(question, reading) {
      const key = kind.key(question)
      if (!answers.has(key)) answers.set(key, Promise.resolve(reading))
    },
    take() {
      const groups = new Map<string, Asked<Q, T>[]>()
      for (const each of waiting) {
        const group = kind.group(each.question)
        const known = groups.get(group)
        if (known) known.push(each)
        else groups.set(group, [each])
      }
      waiting = []
      return [...groups.values()]
        .flatMap((group) => chunksOf(group, kind.most))
        .map((asked) => callOf(kind, asked, mark))
    },
    isWaiting: () => waiting.length > 0,
  }
}

interface Asked<Q, T> {
  readonly question: Q
  readonly resolve: (reading: Reading<T>) => void
}

function callOf<Q, T>(kind: Question<Q, T>, asked: readonly Asked<Q, T>[], mark: string): Call {
  const questions = asked.map(({question}) => question)
  const fail = (reason: string): void => {
    for (const {question, resolve} of asked) resolve(unreadable(reason, kind.source(question)))
  }
  return {
    script: kind.script(questions),
    patienceMs: Math.max(...questions.map((question) => kind.patienceMs?.(question) ?? 0)),
    fail,
    answer(bytes) {
      try {
        const readings = kind.answers(bytes, questions, mark)
        for (const [index, {question, resolve}] of asked.entries()) {
          resolve(readings[index] ?? unreadable(garbled, kind.source(question)))
        }
      } catch (error) {
        fail(reasonOf(error))
      }
    },
  }
}

function chunksOf<T>(items: readonly T[], size: number): readonly T[][] {
  return Array.from({length: Math.ceil(items.length / size)}, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** A guess that came to nothing is asked for again when somebody needs it. */
function unlessGarbled(take: (answer: Buffer) => void): (answer: Buffer) => void {
  return (answer) => {
    try {
      take(answer)
    } catch {
      // What it would have spared is asked.
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
