import type {Options} from 'yargs'
import type {Candidate} from './candidate.ts'
import type {Command} from './commands/command.ts'
import {commands} from './commands/index.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {valueKinds} from './options.ts'

/** Answers a shell what may complete the last of some words, for the scripts that `completion` prints. */
export async function complete(words: readonly string[], io: Io): Promise<number> {
  for (const {value, about} of await candidates(words)) {
    io.out.write(about === undefined ? `${value}\n` : `${value}\t${about.replace(/\s+/g, ' ')}\n`)
  }
  return exitCodes.pass
}

/** What may stand in place of the last word. */
export async function candidates(words: readonly string[]): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const place = placeOf(before)
  const {command} = place
  const options = command.options
  if (place.awaited !== undefined) return valuesOf(place.awaited, command, current)
  const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(current) ?? []
  if (name !== undefined && value !== undefined) {
    const values = options[name] ? await valuesOf(name, command, value) : []
    return values.map((one) => (one.value.startsWith(':') ? one : {...one, value: `--${name}=${one.value}`}))
  }
  if (current.startsWith('-')) return matching(optionNames(options, before), current)
  const names = place.next === undefined ? [] : matching(place.next, current)
  const positional = Object.keys(command.positional ?? {})
  const isRepeated = command.usage.includes('..')
  const wanted = positional[Math.min(place.given, isRepeated ? positional.length - 1 : place.given)]
  return [...names, ...(wanted === undefined ? [] : await valuesOf(wanted, command, current))]
}

/** What the words so far say: the command, the names that may come next, the option that waits for its value. */
interface Place {
  readonly command: Command
  readonly next: readonly Candidate[] | undefined
  readonly awaited: string | undefined
  /** How many words that are no option follow the name of the command. */
  readonly given: number
}

function placeOf(before: readonly string[]): Place {
  const [standard] = commands
  if (!standard) throw new Error('There is no command')
  let command = standard
  let plain: readonly string[] = []
  let awaited: string | undefined
  for (const word of before) {
    if (awaited !== undefined) awaited = undefined
    else if (word.startsWith('-') && word !== '-') awaited = awaitedBy(word, command.options)
    else {
      plain = [...plain, word]
      command = commands.find(({usage}) => nameOf(usage) === plain.slice(0, 2).join(' ')) ?? command
      command = commands.find(({usage}) => nameOf(usage) === plain[0]) ?? command
    }
  }
  const length = nameOf(command.usage).split(' ').length
  const isNamed = nameOf(command.usage) === plain.slice(0, length).join(' ')
  return {command, next: isNamed ? undefined : nextNames(plain), awaited, given: isNamed ? plain.length - length : 0}
}

/** The next words of the commands that begin so. */
function nextNames(plain: readonly string[]): readonly Candidate[] {
  const next = commands.flatMap(({usage, describe}) => {
    const name = nameOf(usage).split(' ')
    if (!plain.every((word, index) => word === name[index])) return []
    const value = name[plain.length]
    return value === undefined ? [] : [{value, about: name.length > plain.length + 1 ? `${value} commands` : describe}]
  })
  return [...new Map(next.map((one) => [one.value, one])).values()]
}

/** The long name of the option that takes the next word as its value. */
function awaitedBy(word: string, options: Command['options']): string | undefined {
  const name = word.replace(/^--?/, '')
  const [long, option] = Object.entries(options).find(([each, {alias}]) => each === name || alias === name) ?? []
  return option?.type === 'string' ? long : undefined
}

function optionNames(options: Command['options'], before: readonly string[]): readonly Candidate[] {
  const isOpen = ([name, {array}]: [string, Options]) => array === true || !before.includes(`--${name}`)
  const own = Object.entries(options)
    .filter(isOpen)
    .map(([name, {describe = ''}]) => ({value: `--${name}`, about: describe}))
  return [...own, {value: '--help', about: 'Show help'}]
}

/** The values of an option or a positional argument; lists with commas are completed at their last item. */
async function valuesOf(name: string, command: Command, current: string): Promise<readonly Candidate[]> {
  const choices = command.options[name]?.choices
  if (choices !== undefined)
    return matching(
      choices.map((choice) => ({value: String(choice)})),
      current,
    )
  const kind = command.completes?.[name] ?? valueKinds[name]
  if (kind === undefined) return []
  if (kind === 'file' || kind === 'folder') return [{value: `:${kind}`}]
  if (kind === 'format' && current.includes('=')) return [{value: ':file'}]
  const list = kind === 'selection' || kind === 'subject' ? current.slice(0, current.lastIndexOf(',') + 1) : ''
  const values = await (await import('./completion-values.ts')).valuesOfKind(kind, current)
  return matching(values, current.slice(list.length)).map((one) => ({...one, value: list + one.value}))
}

const matching = (all: readonly Candidate[], start: string): readonly Candidate[] =>
  all.filter(({value}) => value.startsWith(start))

/** The name of a command out of its usage, as in `rules lint` of `rules lint <paths..>`. */
const nameOf = (usage: string): string => usage.replace(/ [[<].*$/, '')
