import type {SourcedWord} from './go-flags.ts'
import type {Problem} from './parsed.ts'
import {placeAt, type UnitValue} from './systemd-merge.ts'
import {expandSpecifiers} from './systemd-specifiers.ts'
import type {Place} from './systemd-unit.ts'
import {nextWord} from './systemd-words.ts'

/** An environment variable and where it was set. */
export interface EnvironmentVariable extends Place {
  readonly name: string
  readonly value: string
}

/** A word after replacement of variables. `source` is where its text was written: for `$VAR` and `${VAR}` the variable. */
export interface ExpandedWord extends SourcedWord<Place> {
  /** The place in the unit that refers to the variable the text comes from, where it does. */
  readonly via?: Place
}

/** A command's arguments after replacement of variables, and the variables it names that nobody sets. */
export interface ExpandedWords {
  readonly words: readonly ExpandedWord[]
  readonly unset: readonly string[]
}

/** Reads the values in force of `Environment=`, later ones last; assignments systemd refuses become problems. */
export function readEnvironment(
  values: readonly UnitValue[],
  specifiers: ReadonlyMap<string, string>,
): {readonly variables: readonly EnvironmentVariable[]; readonly problems: readonly (Problem & Place)[]} {
  const variables: EnvironmentVariable[] = []
  const problems: (Problem & Place)[] = []
  for (const value of values) {
    const complain = (message: string, offset: number) =>
      problems.push({message, ...placeAt(value, offset), column: offset + 1})
    let at = 0
    for (;;) {
      const word = nextWord(value.value, at, {escapes: 'c', unclosedQuotes: 'refuse'})
      if (word === 'invalid') complain(`Invalid syntax, ignoring: ${value.value}`, at)
      if (word === undefined || word === 'invalid') break
      at = word.end
      const {text} = expandSpecifiers(word.text, specifiers)
      const variable = /^([A-Za-z_][A-Za-z0-9_]*)=([^\x00-\x08\x0b-\x1f\x7f]*)$/.exec(text)
      if (variable) variables.push({name: variable[1] ?? '', value: variable[2] ?? '', ...placeAt(value, word.start)})
      else complain(`Invalid environment assignment, ignoring: ${text}`, word.start)
    }
  }
  return {variables, problems}
}

/**
 * The variables a service starts with: those of files override those of `Environment=` whatever their order
 * (systemd.exec(5)), later ones override earlier ones, and `overridden` keeps the losers.
 */
export function effectiveEnvironment(
  unit: readonly EnvironmentVariable[],
  files: readonly EnvironmentVariable[],
): {readonly variables: ReadonlyMap<string, EnvironmentVariable>; readonly overridden: readonly EnvironmentVariable[]} {
  const all = [...unit, ...files]
  const variables = new Map(all.map((variable) => [variable.name, variable]))
  return {variables, overridden: all.filter((variable) => variables.get(variable.name) !== variable)}
}

/**
 * Replaces variables in a command's arguments as systemd does at start: `$VAR` as a word of its own is split at white
 * space, quotes respected, into any number of words; `${VAR}` stays within its word; `$VAR` inside a word is left as it is;
 * `$$` is a dollar sign (systemd.service(5)). Not for commands with the prefix `:`, which replace nothing.
 */
export function expandVariables(
  words: readonly SourcedWord<Place>[],
  variables: ReadonlyMap<string, EnvironmentVariable>,
): ExpandedWords {
  const unset = new Set<string>()
  const lookUp = (name: string) => {
    const variable = variables.get(name)
    if (!variable) unset.add(name)
    return variable
  }
  const expanded = words.flatMap(({text, source}): ExpandedWord[] => {
    if (/^\$(?![{$])/.test(text)) {
      const variable = lookUp(text.slice(1))
      return variable
        ? splitVariable(variable).map((word) => ({text: word, source: placeOf(variable), via: source}))
        : []
    }
    let from: Place | undefined
    const replaced = text.replace(/\$\$|\$\{([^}]*)(?:\}|$)/g, (whole, name: string | undefined) => {
      if (name === undefined) return '$'
      if (!whole.endsWith('}')) return whole
      const variable = lookUp(name)
      if (variable && variable.value !== '') from = placeOf(variable)
      return variable?.value ?? ''
    })
    return [from ? {text: replaced, source: from, via: source} : {text: replaced, source}]
  })
  return {words: expanded, unset: [...unset]}
}

function placeOf({path, line}: EnvironmentVariable): Place {
  return {path, line}
}

function splitVariable({value}: EnvironmentVariable): string[] {
  const words: string[] = []
  let at = 0
  for (;;) {
    const word = nextWord(value, at, {escapes: 'literal', unclosedQuotes: 'accept'})
    if (word === undefined || word === 'invalid') return words
    words.push(word.text)
    at = word.end
  }
}
