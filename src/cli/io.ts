/** A stream of text that may be a terminal. */
export interface Sink {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** The width of the terminal. */
  readonly columns?: number
}

/** Where the program begins, as a URL, and its command line. */
export interface Program {
  readonly entry: string
  readonly argv: readonly string[]
}

/** What a command sees of its process: the report goes to `out`, all else to `err`. */
export interface Io {
  readonly out: Sink
  readonly err: Sink
  /** Standard input, opened when first asked for. */
  readonly input?: AsyncIterable<string | Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  /** What threads that share the work are started from; absent where the program runs inside another. */
  readonly program?: Program
}
