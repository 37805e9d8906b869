/** A place in a file the user wrote. Line and column count from 1. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** A mistake of the user's (flag, configuration, rule or snapshot file): printed as one line without a stack, exit code 2. */
export class UserError extends Error {
  readonly place: Place | undefined
  readonly hint: string | undefined

  constructor(message: string, options: {place?: Place; hint?: string} = {}) {
    super(message)
    this.name = 'UserError'
    this.place = options.place
    this.hint = options.hint
  }
}
