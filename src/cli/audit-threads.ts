import {Worker} from 'node:worker_threads'
import type {Looked} from './audit-judge.ts'
import {findingReceiver, type SentFindings, withFindings} from './audit-sent.ts'
import type {AuditSource} from './audit-sources.ts'
import type {Program} from './io.ts'

/** What a thread is asked: to judge a recorded host. */
export interface Task {
  readonly id: number
  readonly recording: string
}

/** Its answer: what it learned, with the findings as they are sent, or as `bug` the stack of an exception that is ours. */
export type Answer = {readonly id: number} & (
  | {readonly looked: Looked; readonly findings: SentFindings}
  | {readonly bug: string}
)

/** Threads that judge recorded hosts, which is nothing but computing. */
export interface Threads {
  /** How many hosts they take at once. */
  readonly places: number
  /** Undefined where all are taken, and for a host that is to be reached. */
  lookAt(source: AuditSource): Promise<Looked> | undefined
  close(): void
}

/** Starts threads. Each is this program over again, by the same command line. */
export function openThreads(program: Program, count: number): Threads {
  const threads = Array.from({length: count}, () => openThread(program))
  return {
    places: count * places,
    lookAt({recording}) {
      return recording === undefined ? undefined : threads.find(({taken}) => taken() < places)?.lookAt(recording)
    },
    close() {
      for (const {close} of threads) close()
    },
  }
}

/** One that is judged and one that waits, so that no time is lost. */
const places = 2

function openThread({entry, argv}: Program) {
  const worker = new Worker(new URL(entry), {workerData: argv})
  const pending = new Map<number, {resolve(looked: Looked): void; reject(error: unknown): void}>()
  const receive = findingReceiver()
  let asked = 0
  let hasEnded = false
  worker.on('message', (answer: Answer) => {
    const {resolve, reject} = pending.get(answer.id) ?? {}
    pending.delete(answer.id)
    if ('bug' in answer) reject?.(Object.assign(new Error('A thread failed'), {stack: answer.bug}))
    else resolve?.(withFindings(answer.looked, receive(answer.findings)))
  })
  worker.on('error', (error) => {
    hasEnded = true
    for (const {reject} of pending.values()) reject(error)
  })
  return {
    taken: () => (hasEnded ? places : pending.size),
    close: () => void worker.terminate(),
    lookAt: (recording: string) =>
      new Promise<Looked>((resolve, reject) => {
        asked += 1
        pending.set(asked, {resolve, reject})
        const task: Task = {id: asked, recording}
        worker.postMessage(task)
      }),
  }
}
