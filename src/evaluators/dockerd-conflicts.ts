import type {Origin} from '../source.ts'
import {dockerdOptions} from './dockerd-flags.ts'
import type {DockerdSources} from './dockerd-options.ts'

/** An option that a flag and the configuration file both set, which dockerd refuses even where the values are equal. */
export interface OptionConflict {
  readonly key: string
  readonly flag: string
  readonly flagValue: string
  readonly flagSource: Origin
  readonly fileSource: Origin
}

/**
 * Finds what moby's findConfigurationConflicts refuses: every explicit flag whose key stands in the file, nested or null
 * as it may be. Runtimes are merged instead.
 */
export function optionConflicts({command, config}: DockerdSources): readonly OptionConflict[] {
  const {flags} = command.planned.flags
  return dockerdOptions(undefined).flatMap(({name, key}) => {
    const flag = name === '' ? undefined : flags.get(name)
    const inFile = config.content.keys.get(key)
    if (!flag || !inFile || key === 'runtimes') return []
    const word = command.planned.words[flag.winner.word]?.text ?? `--${name}`
    return {
      key,
      flag: word.split('=')[0] ?? word,
      flagValue: flag.occurrences.map(({value}) => value).join(','),
      flagSource: flag.winner.source,
      fileSource: {kind: 'file', path: config.path, line: inFile.node.line},
    }
  })
}
