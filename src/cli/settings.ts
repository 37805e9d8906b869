import {type Args, asMany, settersOf} from './args.ts'

/** Options that say how the report looks, not what is judged. */
const shownOnly = new Set(['help', 'version', 'verbose', 'quiet', 'no-color', 'output', '$0', '_'])

/** The options of a check that were set, one a line: the value, the place it comes from, and what that place overrode. */
export function settingsText(args: Args): string {
  const names = new Set(args.layers.flatMap(({values}) => Object.keys(values)))
  const lines = [...names].filter((name) => !shownOnly.has(name) && name.length > 1).map((name) => lineOf(args, name))
  return lines.map((line) => `${line}\n`.replace(/\p{Cc}+(?=.)/gu, ' ')).join('')
}

function lineOf(args: Args, name: string): string {
  const [winner, ...losers] = settersOf(args, name)
  if (winner === undefined) return ''
  const place = winner.by.startsWith('--') ? 'command line' : winner.by
  const lost = losers.map(({value, by}) => `, overrides ${asMany(value).join(',')} of ${by}`)
  return `set ${name} = ${asMany(winner.value).join(',')}  ${place}${lost.join('')}`
}
