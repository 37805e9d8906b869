import {UserError} from '../errors.ts'
import type {Io} from './io.ts'

/** A longer line is given in pieces, so that input without line ends needs no more memory than this. */
const maxLine = 65_536

/** The lines of standard input as they come, without empty ones. */
export async function* linesOf({input}: Io): AsyncGenerator<string> {
  if (input === undefined) throw new UserError('there is no standard input to read')
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true}))).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) lines.push(...(rest.match(new RegExp(`[^]{1,${maxLine}}`, 'g')) ?? []))
    if (rest.length > maxLine) rest = ''
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}
