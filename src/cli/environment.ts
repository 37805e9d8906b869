import type {Options} from 'yargs'
import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import {type Layer, splitAtCommas} from './args.ts'
import type {Io} from './io.ts'

const prefix = 'NODE_PREFLIGHT_'

/** What a cluster sets in pods that run beside a service named node-preflight. */
const serviceVariable = /_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_.*)?)$/

/**
 * What the environment says: `NODE_PREFLIGHT_POD_CIDR` is `--pod-cidr`, lists have commas between their items, switches are
 * true or false. `options` are those of the command, `known` those of any; a variable close to one of them is refused as
 * misspelt, any other that is no option is somebody else's.
 */
export function environmentLayer(
  env: Io['env'],
  options: Readonly<Record<string, Options>>,
  known: readonly string[],
): Layer {
  const values: Record<string, unknown> = {}
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(prefix) || value === undefined || value === '') continue
    const name = variable.slice(prefix.length).toLowerCase().replaceAll('_', '-')
    const option = options[name]
    if (option) values[name] = readValue(variable, value, option)
    else if (!known.includes(name) && !serviceVariable.test(variable)) refuseMisspelt(variable, name, known)
  }
  return {values, nameOf: variableOf}
}

/** The variable that sets an option. */
const variableOf = (option: string): string => `${prefix}${option.toUpperCase().replaceAll('-', '_')}`

function readValue(variable: string, value: string, {type, array, choices}: Options): unknown {
  if (type === 'boolean') {
    if (/^(1|true|yes|on)$/i.test(value)) return true
    if (/^(0|false|no|off)$/i.test(value)) return false
    throw new UserError(`${variable} cannot be '${value}'`, {hint: 'true or false'})
  }
  if (array) return splitAtCommas(value)
  if (choices === undefined || choices.some((choice) => choice === value)) return value
  const allowed = choices.map(String)
  const close = nearest(value, allowed)
  throw new UserError(`${variable} cannot be '${value}'`, {
    hint: close ? `did you mean '${close}'?` : `one of ${allowed.join(', ')}`,
  })
}

function refuseMisspelt(variable: string, name: string, known: readonly string[]): void {
  const close = nearest(name, known)
  if (close !== undefined)
    throw new UserError(`no option is set by ${variable}`, {hint: `did you mean ${variableOf(close)}?`})
}
