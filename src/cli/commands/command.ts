import type {Options} from 'yargs'
import type {Args} from '../args.ts'
import type {Io} from '../io.ts'

/** What a word of a command line names, for shells that complete it. */
export type ValueKind = 'file' | 'folder' | 'rule' | 'selection' | 'subject' | 'format' | 'fact' | 'shell' | 'recipe'

/** One command. What it needs to run it imports itself when run, so that other commands do not pay for it. */
export interface Command {
  /** The command in the form of yargs, as in `facts [path]`; a second word in a name is a command of the first. */
  readonly usage: string
  readonly describe: string
  readonly options: Readonly<Record<string, Options>>
  readonly positional?: Readonly<Record<string, string>>
  /** What the words are that a shell may complete, where their names do not tell; see `valueKinds` for options. */
  readonly completes?: Readonly<Record<string, ValueKind>>
  readonly examples: readonly (readonly [command: string, about: string])[]
  /** Runs it and gives the exit code. */
  run(args: Args, io: Io): Promise<number>
}
