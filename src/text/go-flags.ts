/** One word of a command line and where it came from, in whatever form the caller keeps that. */
export interface SourcedWord<S> {
  readonly text: string
  readonly source: S
}

/** How a flag takes its value: `list` flags append on repetition, `value` flags are overwritten. */
export interface FlagSpec {
  readonly kind: 'bool' | 'value' | 'list'
  readonly short?: string
}

/** The flags a component knows, by long name without dashes. */
export type FlagTable = Readonly<Record<string, FlagSpec>>

/** One use of a flag: its value, the index of the word that holds the flag, and the source of the word that holds the value. */
export interface FlagOccurrence<S> {
  readonly value: string
  readonly word: number
  readonly source: S
}

/** Every use of one flag in order; `winner` is the last, which decides for all kinds but `list`. */
export interface ParsedFlag<S> {
  readonly kind: FlagSpec['kind'] | 'unknown'
  readonly occurrences: readonly FlagOccurrence<S>[]
  readonly winner: FlagOccurrence<S>
}

/** An error as pflag 1.0 or the standard package words it (pflag 1.1 words bad booleans anew), at the word with this index. */
export interface FlagProblem<S> {
  readonly message: string
  readonly word: number
  readonly source: S
}

/**
 * A command line as a Go component reads it. `positional` are the words that are no flag and no flag's value; `ignored`
 * those of them that look like flags but are never read as such. A component stops at the first problem, this reader
 * goes on.
 */
export interface ParsedFlags<S> {
  readonly flags: ReadonlyMap<string, ParsedFlag<S>>
  readonly positional: readonly FlagOccurrence<S>[]
  readonly ignored: readonly FlagOccurrence<S>[]
  readonly problems: readonly FlagProblem<S>[]
}

/**
 * Reads the words after the program name as spf13/pflag does (kubelet, kube-proxy, dockerd). Kubernetes components take
 * `_` in a flag's name for `-`: pass `normalizeUnderscores` for those.
 */
export function parsePflag<S>(
  words: readonly SourcedWord<S>[],
  table: FlagTable,
  options: {readonly normalizeUnderscores?: boolean} = {},
): ParsedFlags<S> {
  const line = new CommandLine(words)
  const longOf = new Map(Object.entries(table).flatMap(([name, {short}]) => (short ? [[short, name] as const] : [])))
  while (line.more()) {
    const word = line.next()
    const {text} = word
    if (!text.startsWith('-') || text === '-') line.positional.push(word)
    else if (text === '--') line.rest()
    else if (text.startsWith('--')) {
      if (/^--[-=]/.test(text)) line.complain(`bad flag syntax: ${text}`, word)
      else readLong(line, word, table, options.normalizeUnderscores === true)
    } else readShorts(line, word, table, longOf)
  }
  return line.result()
}

/**
 * Reads the words after the program name as the Go standard `flag` package does (flanneld): `-x` equals `--x`, and the
 * first word that is no flag ends the reading, so every later flag is without effect.
 */
export function parseGoFlag<S>(words: readonly SourcedWord<S>[], table: FlagTable): ParsedFlags<S> {
  const line = new CommandLine(words)
  while (line.more()) {
    const word = line.next()
    const {text} = word
    if (text === '--') line.rest()
    else if (!text.startsWith('-') || text === '-') {
      line.positional.push(word)
      line.rest()
    } else {
      const body = text.slice(text.startsWith('--') ? 2 : 1)
      if (/^[-=]/.test(body)) line.complain(`bad flag syntax: ${text}`, word)
      else {
        const [name, value] = splitAtEquals(body)
        const spec = specOf(table, name)
        if (!spec) line.complain(`flag provided but not defined: -${name}`, word)
        line.take(word, name, spec, value, {
          bad: (found, reason) => `invalid boolean value ${found} for -${name}: ${reason}`,
          missing: `flag needs an argument: -${name}`,
        })
      }
    }
  }
  return line.result()
}

/** The value of a boolean word as strconv.ParseBool reads it, undefined for words Go refuses such as `yes`. */
export function parseGoBool(word: string): boolean | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(word)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(word)) return false
  return undefined
}

interface Complaints {
  readonly bad: (found: string, reason: string) => string
  readonly missing: string
}

interface IndexedWord<S> extends SourcedWord<S> {
  readonly index: number
}

class CommandLine<S> {
  readonly positional: IndexedWord<S>[] = []
  readonly #ignored: IndexedWord<S>[] = []
  readonly #problems: FlagProblem<S>[] = []
  readonly #flags = new Map<string, {kind: ParsedFlag<S>['kind']; occurrences: FlagOccurrence<S>[]}>()
  readonly #words: readonly IndexedWord<S>[]
  #at = 0

  constructor(words: readonly SourcedWord<S>[]) {
    this.#words = words.map(({text, source}, index) => ({text, source, index}))
  }

  more(): boolean {
    return this.#at < this.#words.length
  }

  next(): IndexedWord<S> {
    const word = this.#words[this.#at++]
    if (!word) throw new RangeError('read past the last word')
    return word
  }

  rest(): void {
    while (this.more()) {
      const word = this.next()
      this.positional.push(word)
      if (/^-./.test(word.text) && word.text !== '--') this.#ignored.push(word)
    }
  }

  complain(message: string, {index, source}: IndexedWord<S>): void {
    this.#problems.push({message, word: index, source})
  }

  /** Takes a flag, and the word after it where the kind of flag wants one; an unknown flag wants it unless it is a flag. */
  take(
    word: IndexedWord<S>,
    name: string,
    spec: FlagSpec | undefined,
    value: string | undefined,
    say: Complaints,
  ): void {
    const kind = spec?.kind ?? 'unknown'
    if (value !== undefined) {
      if (kind === 'bool' && parseGoBool(value) === undefined) {
        const quoted = JSON.stringify(value)
        this.complain(say.bad(quoted, `strconv.ParseBool: parsing ${quoted}: invalid syntax`), word)
      }
      this.#add(name, kind, {value, word: word.index, source: word.source})
    } else if (kind === 'bool') this.#add(name, kind, {value: 'true', word: word.index, source: word.source})
    else if (this.more() && (kind !== 'unknown' || !this.#words[this.#at]?.text.startsWith('-'))) {
      const {text, source} = this.next()
      this.#add(name, kind, {value: text, word: word.index, source})
    } else if (kind === 'unknown') this.#add(name, kind, {value: '', word: word.index, source: word.source})
    else this.complain(say.missing, word)
  }

  #add(name: string, kind: ParsedFlag<S>['kind'], occurrence: FlagOccurrence<S>): void {
    const known = this.#flags.get(name)
    if (known) known.occurrences.push(occurrence)
    else this.#flags.set(name, {kind, occurrences: [occurrence]})
  }

  result(): ParsedFlags<S> {
    const flags = new Map<string, ParsedFlag<S>>()
    for (const [name, {kind, occurrences}] of this.#flags) {
      const winner = occurrences.at(-1)
      if (winner) flags.set(name, {kind, occurrences, winner})
    }
    const plain = ({text, index, source}: IndexedWord<S>) => ({value: text, word: index, source})
    return {
      flags,
      positional: this.positional.map(plain),
      ignored: this.#ignored.map(plain),
      problems: this.#problems,
    }
  }
}

function readLong<S>(line: CommandLine<S>, word: IndexedWord<S>, table: FlagTable, underscores: boolean): void {
  const [written, value] = splitAtEquals(word.text.slice(2))
  const name = underscores ? written.replaceAll('_', '-') : written
  const spec = specOf(table, name)
  if (!spec) line.complain(`unknown flag: --${written}`, word)
  const shown = spec?.short ? `-${spec.short}, --${name}` : `--${name}`
  line.take(word, name, spec, value, {
    bad: (found, reason) => `invalid argument ${found} for "${shown}" flag: ${reason}`,
    missing: `flag needs an argument: ${word.text}`,
  })
}

function readShorts<S>(
  line: CommandLine<S>,
  word: IndexedWord<S>,
  table: FlagTable,
  longOf: ReadonlyMap<string, string>,
): void {
  let shorts = word.text.slice(1)
  while (shorts !== '') {
    const letter = shorts.charAt(0)
    const name = longOf.get(letter)
    const spec = name === undefined ? undefined : specOf(table, name)
    if (name === undefined || !spec) {
      line.complain(`unknown shorthand flag: '${letter}' in -${shorts}`, word)
      return
    }
    let value: string | undefined
    if (shorts.length > 2 && shorts[1] === '=') value = shorts.slice(2)
    else if (spec.kind !== 'bool' && shorts.length > 1) value = shorts.slice(1)
    line.take(word, name, spec, value, {
      bad: (found, reason) => `invalid argument ${found} for "-${letter}, --${name}" flag: ${reason}`,
      missing: `flag needs an argument: '${letter}' in -${shorts}`,
    })
    shorts = value === undefined ? shorts.slice(1) : ''
  }
}

function specOf(table: FlagTable, name: string): FlagSpec | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function splitAtEquals(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
