import type {Reading} from './host.ts'
import {fileSource, unreadable} from './reading.ts'

/** The reading of a path, or that it did not answer: a dead network file system blocks every call on it for ever. */
export async function withDeadline<T>(path: string, look: () => Promise<Reading<T>>): Promise<Reading<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Reading<T>>((resolve) => {
    timer = setTimeout(
      () => resolve(unreadable(`did not answer within ${deadlineMs} ms`, fileSource(path))),
      deadlineMs,
    )
  })
  const reading = await Promise.race([look(), late])
  clearTimeout(timer)
  return reading
}

const deadlineMs = 5000
