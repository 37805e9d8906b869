import type {Io} from './io.ts'

/** How far an audit is. */
export interface Progress {
  readonly total: number
  done: number
  running: number
  unreachable: number
}

/** Shows the progress in one line of a terminal, which `clear` takes away; elsewhere nothing is shown. */
export function showProgress({err: sink, env}: Pick<Io, 'err' | 'env'>, progress: Progress): {clear(): void} {
  if (!sink.isTTY || env.TERM === 'dumb') return {clear: () => {}}
  const draw = (): void => {
    const {total, done, running, unreachable} = progress
    const text = `${done} of ${total} hosts done, ${running} running, ${unreachable} failed`
    sink.write(`\r\x1b[K${text.slice(0, (sink.columns ?? 80) - 1)}`)
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
