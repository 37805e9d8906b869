import type {Options} from 'yargs'
import type {Command} from './commands/command.ts'

/** What a plain command line says. */
export interface Plain {
  readonly command: Command
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Reads a command line of nothing but known options with their values, each at most once unless it may be repeated, and the
 * words its command takes; the first command is the default. All else, from `--help` to what is misspelt, is undefined and
 * left to yargs, which takes as long to load as a small host to check. Where this gives an answer, yargs gives the same.
 */
export function readPlainly(argv: readonly string[], commands: readonly Command[]): Plain | undefined {
  const chosen = commandOf(argv, commands)
  if (chosen === undefined) return undefined
  const {command, rest} = chosen
  const values: Record<string, unknown> = {}
  const words: string[] = []
  const pending = [...rest]
  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    if (!word.startsWith('-')) {
      words.push(word)
      continue
    }
    const [, name = '', given] = /^--?([a-z][a-z-]*)(?:=(.*))?$/s.exec(word) ?? []
    const option = optionOf(name, word.startsWith('--'), command)
    if (option === undefined) return undefined
    const value = option.type === 'boolean' ? given === undefined || undefined : (given ?? pending.shift())
    if (value === undefined || !isPlainValue(value, option)) return undefined
    for (const key of option.names) {
      if (values[key] !== undefined && !option.array) return undefined
      values[key] = option.array ? [...((values[key] as unknown[]) ?? []), value] : value
    }
  }
  return withWords(command, values, words)
}

function commandOf(argv: readonly string[], commands: readonly Command[]) {
  const [first, second] = argv
  const [standard] = commands
  const named = commands.find(({usage}) => {
    const [word, other] = usage.split(' ')
    return word === first && (other === second || !/^\w/.test(other ?? ''))
  })
  if (named) return {command: named, rest: argv.slice(/^\w+ \w/.test(named.usage) ? 2 : 1)}
  return standard && (first === undefined || first.startsWith('-')) ? {command: standard, rest: argv} : undefined
}

interface PlainOption extends Options {
  readonly names: readonly string[]
}

function optionOf(name: string, isLong: boolean, {options}: Command): PlainOption | undefined {
  const found = Object.entries(options).find(([long, {alias}]) => (isLong ? long === name : alias === name))
  if (found === undefined) return undefined
  const [long, option] = found
  return {...option, names: [long, ...(typeof option.alias === 'string' ? [option.alias] : [])]}
}

/** A value that yargs takes as it stands. */
function isPlainValue(value: string | true, {choices}: Options): boolean {
  if (value === true) return true
  if (value === '' || /^[-'"]/.test(value)) return false
  return choices === undefined || choices.some((choice) => choice === value)
}

/** Puts the words of a command line at the positions of its command, as in `explain <rule>` or `rules lint <paths..>`. */
function withWords(command: Command, values: Readonly<Record<string, unknown>>, words: readonly string[]) {
  const places = [...command.usage.matchAll(/([<[])(\w+)(\.\.)?[>\]]/g)]
  const placed: Record<string, unknown> = {}
  const left = [...words]
  for (const [, bracket, name = '', isMany] of places) {
    if (left.length === 0 && bracket === '<') return undefined
    if (isMany) placed[name] = left.splice(0)
    else if (left.length > 0) placed[name] = left.shift()
  }
  return left.length > 0 ? undefined : {command, values: {...values, ...placed}}
}
