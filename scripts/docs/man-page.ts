import type {Options} from 'yargs'
import type {Command} from '../../src/cli/commands/command.ts'
import {exitCodes} from '../../src/cli/exit-code.ts'
import {valueKinds} from '../../src/cli/options.ts'
import {shells} from '../../src/cli/shells.ts'
import {wrap} from '../../src/reporters/terminal/wrap.ts'

/** The manual page of a version released on a date, in the man(7) language, made of the tables that the program reads its command line by. */
export function manPage(commands: readonly Command[], version: string, date: string): string {
  const lines = [
    '.\\" Generated from src/cli/commands/ and src/cli/options.ts by npm run docs; do not edit.',
    `.TH NODE-PREFLIGHT 1 "${date}" "node-preflight ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'node\\-preflight \\- tells why a Linux host will not make a good Kubernetes node',
    '.SH SYNOPSIS',
    ...commands.flatMap(synopsis).slice(0, -1),
    '.SH DESCRIPTION',
    ...flow(roff(about)),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH OPTIONS',
    ...optionGroups(commands),
    '.SH EXIT STATUS',
    ...exits.flatMap(([code, meaning]) => tagged(`.B ${exitCodes[code]}`, roff(meaning))),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => tagged(`.B ${roff(name)}`, roff(meaning))),
    '.SH FILES',
    ...files.flatMap(([name, meaning]) => tagged(`.I ${roff(name)}`, roff(meaning))),
    '.SH EXAMPLES',
    ...commands.flatMap(({examples}) => examples.flatMap(example)).slice(1),
  ]
  return `${lines.join('\n')}\n`
}

const about =
  'Reads the configuration and the state of a host and judges it by rules: which file, which line, which value, what it will break, and the command that mends it. Without a command it checks this host. It changes nothing and opens no connection that is not asked for.'

const exits = [
  ['pass', 'Nothing failed at or above --fail-on.'],
  ['fail', 'A rule failed; with diff --gate, a failure is new.'],
  ['misuse', 'A flag, configuration, rule, report or snapshot is wrong.'],
  ['inconclusive', 'Nothing failed, but a rule of error severity could not be judged.'],
  ['bug', 'A bug of this program, told with its stack.'],
] as const

const environment = [
  [
    'NODE_PREFLIGHT_*',
    'Any option, in capitals with underscores, as in NODE_PREFLIGHT_POD_CIDR; weaker than the option.',
  ],
  ['NO_COLOR, FORCE_COLOR', 'No colours, or colours where the output is no terminal.'],
  ['LC_ALL, LC_CTYPE, LANG', 'Whether signs beyond ASCII are shown.'],
] as const

const completionFiles = {
  bash: '/etc/bash_completion.d/node-preflight',
  zsh: '/usr/local/share/zsh/site-functions/_node-preflight',
  fish: '/etc/fish/completions/node-preflight.fish',
} as const

const files = [
  [
    '/etc/node-preflight/config.yaml',
    'The configuration of a host: its cluster, rules, waivers and packs; weaker than --config.',
  ],
  ['/etc/node-preflight/config.d/', 'More of the same.'],
  ...shells.map(
    (shell) => [completionFiles[shell], `Where ${shell} looks for the output of completion ${shell}.`] as const,
  ),
] as const

function synopsis({usage, options}: Command): readonly string[] {
  const [, name = '', words = ''] = /^([\w -]+?)((?: [[<].*)?)$/.exec(usage) ?? []
  const more = Object.keys(options).length > 0 ? ' [\\fIoptions\\fR]' : ''
  return [
    `.B node\\-preflight ${roff(name)}${more === '' && words === '' ? '' : '\\fR'}${more}${positional(words)}`,
    '.br',
  ]
}

/** The words of a usage as a manual page writes them. */
const positional = (words: string): string =>
  words.replace(/([[<])(\w+)(\.\.)?[\]>]/g, (_, open: string, name: string, dots?: string) => {
    const word = `\\fI${name}\\fR${dots ? ' ...' : ''}`
    return open === '[' ? `[${word}]` : word
  })

function commandLines(command: Command): readonly string[] {
  const words = Object.entries(command.positional ?? {})
  return [
    '.TP',
    `.B ${roff(nameOf(command))}`,
    ...flow(sentence(command.describe)),
    ...words.flatMap(([name, describe]) => ['.br', ...flow(`\\fI${name}\\fR: ${sentence(describe)}`)]),
  ]
}

/** Every option once, by group, with the commands that take it where not all of its group do. */
function optionGroups(commands: readonly Command[]): readonly string[] {
  const owners = new Map<string, {name: string; option: Options; commands: Command[]}>()
  for (const command of commands) {
    for (const [name, option] of Object.entries(command.options)) {
      const key = JSON.stringify([name, option.describe])
      const known = owners.get(key) ?? {name, option, commands: []}
      owners.set(key, {...known, commands: [...known.commands, command]})
    }
  }
  const groupOf = ({group}: Options) => (group ?? 'Other:').replace(/:$/, '')
  const all = [...owners.values()]
  return [...new Set(all.map(({option}) => groupOf(option)))].flatMap((group) => [
    `.SS ${group}`,
    ...all.filter(({option}) => groupOf(option) === group).flatMap(optionLines),
  ])
}

function optionLines({
  name,
  option,
  commands,
}: {
  name: string
  option: Options
  commands: readonly Command[]
}): readonly string[] {
  const short = typeof option.alias === 'string' ? `\\-${option.alias}\\fR, \\fB` : ''
  const value = option.type === 'string' ? `\\fR \\fI${roff(metavariable(name, option, commands))}` : ''
  const repeated = option.array ? ' May be repeated.' : ''
  const owners = commands.map(nameOf).join(', ')
  return tagged(
    `.B ${short}\\-\\-${roff(name)}${value}\\fR`,
    `${sentence(option.describe ?? '')}${repeated} (${owners})`,
  )
}

function metavariable(name: string, {choices}: Options, [command]: readonly Command[]): string {
  if (choices !== undefined) return choices.join('|')
  const kind = command?.completes?.[name] ?? valueKinds[name]
  const words = {file: 'FILE', folder: 'DIR', selection: 'NAME,...', subject: 'SUBJECT,...', format: 'FORMAT[=FILE]'}
  return kind !== undefined && kind in words ? words[kind as keyof typeof words] : 'VALUE'
}

function example([command, meaning]: readonly [string, string]): readonly string[] {
  return [
    '.PP',
    ...flow(sentence(meaning)),
    '.PP',
    '.RS 4',
    '.nf',
    roff(command.replaceAll('$0', 'node-preflight')).replace(/^\./, '\\&.'),
    '.fi',
    '.RE',
  ]
}

/** A tag with its text, both in the man language already. */
const tagged = (tag: string, text: string): readonly string[] => ['.TP', tag, ...flow(text)]

const sentence = (text: string): string => roff(/[.!?]$/.test(text) ? text : `${text}.`)

/** Text in short lines, none of which is taken for a request. */
const flow = (text: string): readonly string[] => wrap(text, 76).map((line) => line.replace(/^\./, '\\&.'))

const nameOf = ({usage}: Command): string => usage.replace(/ [[<].*$/, '')

/** Text in which nothing is a request or an escape, and a dash can be copied into a shell. */
const roff = (text: string): string =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll("'", '\\(aq')
