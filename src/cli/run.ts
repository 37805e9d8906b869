import {UserError} from '../errors.ts'
import {readCommandLine} from './command-line.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {version} from './version.ts'

/** Runs one command line and gives the exit code; mistakes of the user's are one line, our own come with a stack. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (argv[0] === '__complete') return await (await import('./complete.ts')).complete(argv.slice(1), io)
    const parsed = await readCommandLine(argv, io)
    if ('output' in parsed) {
      io.out.write(parsed.output.endsWith('\n') ? parsed.output : `${parsed.output}\n`)
      return exitCodes.pass
    }
    return await parsed.command.run(parsed.args, io)
  } catch (error) {
    if (error instanceof UserError) {
      io.err.write(`node-preflight: ${lineOf(error)}\n`)
      return exitCodes.misuse
    }
    const stack = error instanceof Error ? error.stack : String(error)
    io.err.write(
      `node-preflight ${version} has a bug; please report it with the text below and the command you ran.\n${stack}\n`,
    )
    return exitCodes.bug
  }
}

function lineOf({place, message, hint}: UserError): string {
  const where = place && [place.file, place.line, place.column].filter((part) => part !== undefined).join(':')
  const line = `${where === undefined ? '' : `${where}: `}${message}${hint === undefined ? '' : ` (${hint})`}`
  return line.replace(/\p{Cc}+/gu, ' ')
}
