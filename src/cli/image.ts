import type {Report} from '../check/report.ts'
import {UserError} from '../errors.ts'
import {type Args, one} from './args.ts'

/** What `--image NAME@ALGORITHM:HEX` says was checked, for the formats that state it. */
export function imageOf(args: Args): Pick<Report, 'image'> {
  const text = one(args, 'image')
  if (text === undefined) return {}
  const [, name, algorithm, hex] = /^(.+)@([a-z0-9]+):([0-9a-f]{32,})$/s.exec(text) ?? []
  if (name === undefined || algorithm === undefined || hex === undefined) {
    throw new UserError(`--image: '${text}' names no digest`, {hint: 'as in node.raw@sha256:2c26b46b…'})
  }
  return {image: {name, digest: {[algorithm]: hex}}}
}
