import type {ReportOptions} from '../reporters/reporter.ts'
import {type Args, isOn} from './args.ts'
import type {Io, Sink} from './io.ts'

/** How text is shown on a stream: colours, width and signs. */
export type Display = Pick<ReportOptions, 'columns' | 'color' | 'unicode'>

const maxColumns = 100

/** The display that the options, the environment (NO_COLOR, FORCE_COLOR, TERM, LANG) and the stream allow. */
export function displayOf(args: Args, sink: Sink, env: Io['env']): Display {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return {
    columns: Math.min(Math.max(sink.isTTY ? (sink.columns ?? 80) : 80, 40), maxColumns),
    color: isColored(args, sink, env),
    unicode: /utf-?8/i.test(locale),
  }
}

function isColored(args: Args, sink: Sink, env: Io['env']): boolean {
  if (isOn(args, 'no-color') || env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return sink.isTTY === true && env.TERM !== 'dumb'
}
