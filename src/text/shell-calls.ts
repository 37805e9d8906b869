import {shellTokens} from './shell-tokens.ts'

/** A program that a shell script calls, as it is written there, with its arguments and the line of the call counted from 1. */
export interface ShellCall {
  readonly program: string
  readonly words: readonly string[]
  readonly line: number
}

/**
 * The programs a shell script calls: the words where commands stand. Programs that the script looks for, as with
 * `command -v`, are left out, since it does without them. What stands in variables is not followed.
 */
export function shellCalls(script: string): readonly ShellCall[] {
  const calls: {program: string; words: string[]; line: number}[] = []
  let open: (typeof calls)[number] | undefined
  let isRedirection = false
  for (const {kind, text, line, assigns} of shellTokens(script.slice(0, maxLength), new Map())) {
    if (kind === 'operator') {
      isRedirection = /[<>]&?$/.test(text) || (isRedirection && text === '&')
      if (!isRedirection) open = undefined
    } else if (isRedirection) isRedirection = false
    else if (open) open.words.push(text)
    else if (!assigns && !prefixes.has(text)) {
      open = {program: text, words: [], line}
      calls.push(open)
    }
  }
  const lookedFor = new Set(calls.flatMap((call) => (lookUps.has(call.program) ? call.words.map(baseName) : [])))
  return calls.filter(({program}) => !lookedFor.has(baseName(program)))
}

const maxLength = 256 * 1024
const prefixes: ReadonlySet<string> = new Set(
  'if then else elif fi do done while until for in case esac ! { } time exec sudo nohup env nice'.split(' '),
)
const lookUps: ReadonlySet<string> = new Set(['command', 'which', 'type', 'hash', '[', '[[', 'test'])

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
