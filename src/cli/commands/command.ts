import type {Options} from 'yargs'
import type {Args} from '../args.ts'
import type {Io} from '../io.ts'

/** One command. What it needs to run it imports itself when run, so that other commands do not pay for it. */
export interface Command {
  /** The command in the form of yargs, as in `facts [path]`; a second word in a name is a command of the first. */
  readonly usage: string
  readonly describe: string
  readonly options: Readonly<Record<string, Options>>
  readonly positional?: Readonly<Record<string, string>>
  readonly examples: readonly (readonly [command: string, about: string])[]
  /** Runs it and gives the exit code. */
  run(args: Args, io: Io): Promise<number>
}
