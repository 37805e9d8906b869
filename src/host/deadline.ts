import type {Reading} from './host.ts'
import {fileSource, unreadable} from './reading.ts'

/** The reading of a path, or that it did not answer: a dead network file system blocks every call on it for ever. */
export function withDeadline<T>(path: string, look: () => Promise<Reading<T>>): Promise<Reading<T>> {
  return new Promise((resolve, reject) => {
    const call = {
      due: Date.now() + deadlineMs,
      expire: () => resolve(unreadable(`did not answer within ${deadlineMs} ms`, fileSource(path))),
    }
    pending.add(call)
    timer ??= setTimeout(sweep, deadlineMs)
    look()
      .then(resolve, reject)
      .finally(() => settle(call))
  })
}

const deadlineMs = 5000

interface Call {
  readonly due: number
  expire(): void
}

/** The calls under way, oldest first. One timer serves them all, because there are hundreds of them. */
const pending = new Set<Call>()
let timer: NodeJS.Timeout | undefined

function settle(call: Call): void {
  pending.delete(call)
  if (pending.size > 0) return
  clearTimeout(timer)
  timer = undefined
}

function sweep(): void {
  timer = undefined
  const now = Date.now()
  for (const call of pending) {
    if (call.due > now) {
      timer = setTimeout(sweep, call.due - now)
      return
    }
    pending.delete(call)
    call.expire()
  }
}
