import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import type {Command} from './commands/command.ts'

/** The one clear line for what yargs refused, with the nearest match. */
export function misuse(message: string, argv: readonly string[], commands: readonly Command[]): UserError {
  const [, unknown] = /^Unknown (?:argument|command)s?: ([^,]+)/.exec(message) ?? []
  if (unknown !== undefined) return unknownWord(unknown, argv, commands)
  const [, option, given = '', choices = ''] = /Argument: (\S+), Given: (.*), Choices: (.*)/.exec(message) ?? []
  if (option !== undefined) return wrongChoice(option, given, choices)
  const [, lacking] = /^Not enough arguments following: (\S+)/.exec(message) ?? []
  if (lacking !== undefined) return new UserError(`${dashed(lacking)} needs a value`)
  if (/^Not enough non-option arguments/.test(message)) return tooFewWords(argv, commands) ?? asSaid(message)
  return asSaid(message)
}

const asSaid = (message: string): UserError =>
  new UserError(message.trim().replace(/\s+/g, ' '), {hint: 'see node-preflight --help'})

function tooFewWords([...argv]: readonly string[], commands: readonly Command[]): UserError | undefined {
  const command = commands.find(({usage}) =>
    nameOf(usage)
      .split(' ')
      .every((word, index) => word === argv[index]),
  )
  if (command === undefined) return undefined
  const needed = [...command.usage.matchAll(/<[^>]+>/g)].join(' ')
  return new UserError(`'${nameOf(command.usage)}' needs ${needed}`, {hint: `node-preflight ${command.usage}`})
}

function unknownWord(word: string, argv: readonly string[], commands: readonly Command[]): UserError {
  const isOption = argv.some((each) => each.startsWith('-') && each.replace(/^-+/, '').split('=')[0] === word)
  return isOption ? unknownOption(word, commands) : unknownCommand(word, commands)
}

function unknownOption(word: string, commands: readonly Command[]): UserError {
  const owners = commands.filter(({options}) => word in options).map(({usage}) => `'${nameOf(usage)}'`)
  const message = `there is no option ${dashed(word)}`
  if (owners.length > 0) return new UserError(`${message} here`, {hint: `it is an option of ${owners.join(' and ')}`})
  const names = commands.flatMap(({options}) => Object.keys(options))
  const close = nearest(word, [...names, 'help', 'version'])
  return new UserError(message, {hint: close ? `did you mean --${close}?` : 'see node-preflight --help'})
}

function unknownCommand(word: string, commands: readonly Command[]): UserError {
  const names = commands.map(({usage}) => nameOf(usage))
  const last = (name: string): string => name.slice(name.lastIndexOf(' ') + 1)
  const alike = nearest(word, names.map(last))
  const close = nearest(word, names) ?? names.find((name) => last(name) === alike)
  return new UserError(`there is no command '${word}'`, {
    hint: close ? `did you mean '${close}'?` : `commands: ${names.join(', ')}`,
  })
}

function wrongChoice(option: string, given: string, choices: string): UserError {
  const allowed = [...choices.matchAll(/"([^"]*)"/g)].map(([, choice]) => choice ?? '')
  const value = given.replace(/^"|"$/g, '')
  const close = nearest(value, allowed)
  return new UserError(`${dashed(option)} cannot be '${value}'`, {
    hint: close ? `did you mean '${close}'?` : `one of ${allowed.join(', ')}`,
  })
}

const nameOf = (usage: string): string => usage.replace(/ [[<].*$/, '')

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)
