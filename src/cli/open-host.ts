import {UserError} from '../errors.ts'
import type {Host} from '../host/host.ts'
import type {ShellHost} from '../host/shell.ts'
import {splitWords} from '../text/shell-words.ts'
import {type Args, one} from './args.ts'

/** Makes the host that the options name; asked again it looks again, for checks that are repeated. */
export function hostOpener(args: Args): () => Promise<Host> {
  const [chosen, second] = ['root', 'from', 'via'].filter((name) => one(args, name) !== undefined)
  if (second !== undefined) throw new UserError(`--${chosen} and --${second} exclude each other`)
  const [root, from, via] = [one(args, 'root'), one(args, 'from'), wordsOf(args, 'via')]
  const become = wordsOf(args, 'become')
  if (become && !via) throw new UserError('--become needs --via', {hint: 'run this program by it instead'})
  if (root !== undefined) return async () => (await import('../host/root.ts')).rootHost(root)
  if (from !== undefined) return async () => (await import('../host/bundle.ts')).openBundle(from)
  if (via) return shellOpener(via, become)
  return async () => (await import('../host/live.ts')).liveHost()
}

/** Opens one session at a time. */
function shellOpener(argv: readonly string[], become: readonly string[] | undefined): () => Promise<Host> {
  let last: ShellHost | undefined
  // At the far end of a terminal, as of `ssh -t`, nothing else tells the shell that nobody is here any more.
  process.once('exit', () => last?.close())
  return async () => {
    last?.close()
    const {openShell} = await import('./open-shell.ts')
    last = await openShell({argv, name: argv.join(' '), ...(become ? {become} : {})})
    return last
  }
}

/** The words of an option that is a command. */
export function wordsOf(args: Args, name: string): readonly string[] | undefined {
  const line = one(args, name)
  if (line === undefined) return undefined
  const words = splitWords(line)
  if (!words.ok) throw new UserError(`--${name}: ${words.problem.message}`)
  if (words.value.length === 0) throw new UserError(`--${name} needs a command`)
  return words.value
}
