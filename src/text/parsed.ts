/** What is wrong with a text and where. Line and column count from 1. */
export interface Problem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** The result of a reader: a text that cannot be read is data about the host, never an exception. */
export type Parsed<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly problem: Problem}
