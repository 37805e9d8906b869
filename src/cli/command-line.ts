import {commandLine} from './args.ts'
import {commands} from './commands/index.ts'
import {environmentLayer} from './environment.ts'
import type {Io} from './io.ts'
import type {Parsed} from './parser.ts'
import {readPlainly} from './plain.ts'

/** Reads a command line, by yargs where it is more than plain; what is wrong with it is a UserError with the nearest match. */
export async function readCommandLine(argv: readonly string[], io: Io): Promise<Parsed> {
  const plain = readPlainly(argv, commands)
  if (plain === undefined) return (await import('./parser.ts')).parse(argv, io)
  const known = commands.flatMap(({options}) => Object.keys(options))
  const environment = environmentLayer(io.env, plain.command.options, known)
  return {command: plain.command, args: {layers: [commandLine(plain.values), environment]}}
}
