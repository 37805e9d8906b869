import {UserError} from '../errors.ts'

/** What one place, such as the command line or a configuration file, says of the options. */
export interface Layer {
  /** The options it sets, by their long names. */
  readonly values: Readonly<Record<string, unknown>>
  /** How this place calls an option in a message to its author. */
  nameOf(option: string): string
}

/** The options of a command, by the places that set them, the strongest first. */
export interface Args {
  readonly layers: readonly Layer[]
}

/** The options as the command line has them. */
export const commandLine = (values: Readonly<Record<string, unknown>>): Layer => ({
  values,
  nameOf: (option) => `--${option}`,
})

/** The places that set an option, the strongest first. */
export function settersOf(args: Args, name: string): readonly {readonly value: unknown; readonly by: string}[] {
  return args.layers
    .filter(({values}) => values[name] !== undefined)
    .map(({values, nameOf}) => ({value: values[name], by: nameOf(name)}))
}

/** The value of an option that may be given once. */
export function one(args: Args, name: string): string | undefined {
  const [setter] = settersOf(args, name)
  if (setter === undefined) return undefined
  if (Array.isArray(setter.value)) throw new UserError(`${setter.by} is given more than once`)
  if (setter.value === '') throw new UserError(`${setter.by} needs a value`)
  return typeof setter.value === 'string' ? setter.value : undefined
}

/** The values of an option that may be repeated. */
export function many(args: Args, name: string): readonly string[] {
  return asMany(settersOf(args, name)[0]?.value)
}

/** The values of an option that may be repeated and hold several with commas between them; a text that holds none is refused. */
export function listed(args: Args, name: string): readonly string[] {
  const [setter] = settersOf(args, name)
  const texts = asMany(setter?.value)
  const values = texts.flatMap(splitAtCommas)
  if (setter && texts.length > 0 && values.length === 0) throw new UserError(`${setter.by} needs a value`)
  return values
}

/** Whether a switch is on. */
export const isOn = (args: Args, name: string): boolean => settersOf(args, name)[0]?.value === true

/** What a place says of an option that may be repeated. */
export const asMany = (value: unknown): readonly string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)

/** The parts of a text with commas between them. */
export const splitAtCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
