import {UserError} from '../errors.ts'

/** The parsed options of a command line, by their long names. */
export type Args = Readonly<Record<string, unknown>>

/** The value of an option that may be given once. */
export function one(args: Args, name: string): string | undefined {
  const value = args[name]
  if (Array.isArray(value)) throw new UserError(`--${name} is given more than once`)
  if (value === '') throw new UserError(`--${name} needs a value`)
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may be repeated. */
export function many(args: Args, name: string): readonly string[] {
  const value = args[name] ?? []
  return (Array.isArray(value) ? value : [value]).map(String)
}

/** The values of an option that may be repeated and hold several with commas between them. */
export function listed(args: Args, name: string): readonly string[] {
  return many(args, name).flatMap((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
}

/** Whether a switch is on. */
export const isOn = (args: Args, name: string): boolean => args[name] === true
