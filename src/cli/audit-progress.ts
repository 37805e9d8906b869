import type {Sink} from './io.ts'

/** How far an audit is. */
export interface Progress {
  readonly total: number
  done: number
  running: number
  unreachable: number
}

/** Shows the progress in one line of a terminal, which `clear` takes away; elsewhere nothing is shown. */
export function showProgress(sink: Sink, progress: Progress): {clear(): void} {
  if (!sink.isTTY) return {clear: () => {}}
  const draw = (): void => {
    const {total, done, running, unreachable} = progress
    sink.write(`\r\x1b[K${done} of ${total} hosts done, ${running} running, ${unreachable} failed`)
  }
  draw()
  const timer = setInterval(draw, 200)
  timer.unref()
  return {
    clear() {
      clearInterval(timer)
      sink.write('\r\x1b[K')
    },
  }
}
