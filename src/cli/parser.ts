import yargs, {type Argv} from 'yargs'
import {type Args, commandLine} from './args.ts'
import type {Command} from './commands/command.ts'
import {commands} from './commands/index.ts'
import {environmentLayer} from './environment.ts'
import type {Io} from './io.ts'
import {misuse} from './misuse.ts'
import {version} from './version.ts'

/** What a command line asks for: a command, or a text such as the help. */
export type Parsed = {readonly command: Command; readonly args: Args} | {readonly output: string}

/** Reads a command line; what is wrong with it is a UserError with the nearest match. */
export async function parse(argv: readonly string[], io: Io): Promise<Parsed> {
  const words = normalised(argv)
  let chosen: {readonly command: Command; readonly args: Args} | undefined
  let failure: Error | undefined
  let output = ''
  const parser = yargs([...words])
    .scriptName('node-preflight')
    .locale('en')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .usage(
      'Tells why a Linux host will not make a good Kubernetes node. Changes nothing.\n\nUsage: $0 [command] [options]',
    )
    .epilogue(epilogue)
    .wrap(Math.min(io.out.columns ?? 80, 100))
    .version(version)
    .help()
    .alias('help', 'h')
    .strict()
    .exitProcess(false)
    .fail((message, error) => {
      const isUsage = error === undefined || error === null || error.name === 'YError'
      failure ??= isUsage ? misuse(message ?? error.message, argv, commands) : error
    })
  add(parser, commands, (command, args) => {
    chosen = {command, args}
  })
  await parser.parseAsync([...words], {}, (_error: unknown, _args: unknown, text: string) => {
    output = text
  })
  if (failure) throw failure
  if (output !== '') return {output}
  if (chosen === undefined) return {output: await parser.getHelp()}
  const known = commands.flatMap(({options}) => Object.keys(options))
  return {...chosen, args: {layers: [...chosen.args.layers, environmentLayer(io.env, chosen.command.options, known)]}}
}

/**
 * The same command line in the form that yargs serves best: `check` is left out, since yargs lays out the whole help for a
 * command that is named; `-ojson` is `-o json`; a log line that begins with a dash is no option, nor is what follows `--`.
 */
function normalised(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  if (end >= 0) {
    const words = argv.slice(end + 1).map((word) => (word.startsWith('-') ? ` ${word}` : word))
    return [...normalised(argv.slice(0, end)), ...words]
  }
  if (argv[0] === 'check') return normalised(argv.slice(1))
  if (argv[0] === 'explain') return argv.map((each) => (isDashedLine(each) ? ` ${each}` : each))
  return argv.flatMap((each) => (/^-o[^=]/.test(each) ? ['-o', each.slice(2)] : each))
}

function isDashedLine(word: string): boolean {
  const name = /^--?([\w-]*)[\s\S]*\s/.exec(word)?.[1]
  return name !== undefined && !commands.some(({options}) => Object.hasOwn(options, name))
}

const epilogue = `Exit codes:
  0  nothing failed
  1  a rule failed
  2  wrong usage, rule or configuration
  3  nothing failed, but a rule of error severity could not be judged
  4  a bug of this program`

type Choose = (command: Command, args: Args) => void

/** The first command is the default. */
function add(parser: Argv, table: readonly Command[], choose: Choose): void {
  const groups = new Map<string, Command[]>()
  for (const [index, command] of table.entries()) {
    const [group, rest] = splitGroup(command.usage)
    if (group === undefined) addCommand(parser, index === 0 ? [command.usage, '$0'] : [command.usage], command, choose)
    else groups.set(group, [...(groups.get(group) ?? []), {...command, usage: rest}])
  }
  for (const [group, members] of groups) {
    const names = members.map(({usage}) => usage.split(' ')[0]).join(', ')
    const describe = members.map((member) => member.describe).join('; ')
    parser.command(group, `${describe} (${names})`, (inner) => {
      for (const member of members) addCommand(inner, [member.usage], member, choose)
      return inner.demandCommand(1, `'${group}' needs one of: ${names}`)
    })
  }
}

/** `rules list` is the command `list` of the group `rules`; `facts [path]` stands alone. */
function splitGroup(usage: string): readonly [group: string | undefined, rest: string] {
  const [, group, rest] = /^(\w+) (\w.*)$/.exec(usage) ?? []
  return group === undefined || rest === undefined ? [undefined, usage] : [group, rest]
}

function addCommand(parser: Argv, usage: readonly string[], command: Command, choose: Choose): void {
  const build = (inner: Argv) => {
    for (const [name, describe] of Object.entries(command.positional ?? {}))
      inner.positional(name, {describe, type: 'string'})
    for (const [example, about] of command.examples) inner.example(example, about)
    return inner.options({...command.options})
  }
  parser.command([...usage], command.describe, build, (args) => choose(command, {layers: [commandLine(args)]}))
}
