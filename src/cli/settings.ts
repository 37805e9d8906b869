import {toEvidenceSource} from '../check/evidence.ts'
import {toldKeys} from '../facts/told-values.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {type Args, asMany, type Layer, settersOf} from './args.ts'
import type {Config} from './config.ts'
import type {Setup} from './setup.ts'
import {optionOf} from './told.ts'

/** Options that say how the report looks, not what is judged. */
const shownOnly = new Set(['help', 'version', 'verbose', 'quiet', 'no-color', 'output', '$0', '_'])

/** What was set for a check, one option a line: the value, the place it comes from, and what that place overrode. */
export function settingsText({args: {layers}, configs}: Pick<Setup, 'args' | 'configs'>): string {
  const args = {layers: [...layers, ...configs.map(({cluster}) => clusterLayer(cluster))]}
  const names = new Set(args.layers.flatMap(({values}) => Object.keys(values)))
  const lines = [...names].filter((name) => !shownOnly.has(name) && name.length > 1).map((name) => lineOf(args, name))
  return lines.map((line) => `${line}\n`.replace(/\p{Cc}+(?=.)/gu, ' ')).join('')
}

/** What a configuration file says of the cluster, by the options that say the same. */
function clusterLayer(cluster: Config['cluster']): Layer {
  const said = toldKeys.flatMap((key) => (cluster[key] ?? []).map((statement) => [optionOf(key), statement] as const))
  const places = new Map(said.map(([option, {source}]) => [option, placeOf(toEvidenceSource(source))]))
  return {
    values: Object.fromEntries(said.map(([option, {value}]) => [option, value])),
    nameOf: (option) => places.get(option) ?? option,
  }
}

function lineOf(args: Args, name: string): string {
  const [winner, ...losers] = settersOf(args, name)
  if (winner === undefined) return ''
  const place = winner.by.startsWith('--') ? 'command line' : winner.by
  const lost = losers.map(({value, by}) => `, overrides ${asMany(value).join(',')} of ${by}`)
  return `set ${name} = ${asMany(winner.value).join(',')}  ${place}${lost.join('')}`
}
