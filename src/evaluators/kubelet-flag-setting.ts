import {parseGoBool} from '../text/go-flags.ts'
import {type ComponentFlags, flagItems, flagValue} from './component-flags.ts'
import type {KubeletField} from './kubelet-fields.ts'
import {membersOf, overriding, type SettingNode} from './setting-tree.ts'

/**
 * What a flag makes of a field that the files may set too; undefined when the flag is not given. A flag replaces the
 * files' value whole, but feature gates are merged gate by gate (cmd/kubelet/app/server.go).
 */
export function flagSetting(
  flags: ComponentFlags,
  field: KubeletField,
  inFiles: SettingNode | undefined,
): SettingNode | undefined {
  if (field.flag === undefined) return undefined
  if (field.kind === 'map') return mapSetting(flags, field.flag, inFiles)
  if (field.kind === 'strings') {
    const items = flagItems(flags, field.flag)
    return items && overriding(inFiles, items)
  }
  const given = flagValue(flags, field.flag)
  if (!given) return undefined
  const {overrode, ...origin} = given.source
  const lost = overrode?.map(({value, source}) => ({value: typed(String(value), field.kind), source}))
  const source = lost ? {...origin, overrode: lost} : origin
  return overriding(inFiles, {value: typed(given.value, field.kind), source})
}

/** A scalar as the kubelet reads it; what its flag would refuse stays the text it is. */
function typed(text: string, kind: KubeletField['kind']): unknown {
  if (kind === 'bool') return parseGoBool(text) ?? text
  if (kind === 'int' && /^[+-]?\d{1,15}$/.test(text)) return Number(text)
  return text
}

function mapSetting(flags: ComponentFlags, name: string, inFiles: SettingNode | undefined): SettingNode | undefined {
  const flag = flags.flags.get(name)
  if (!flag) return undefined
  const isMerged = name === 'feature-gates'
  const members = new Map(isMerged ? membersOf(inFiles) : [])
  for (const {value, source} of flag.occurrences) {
    for (const entry of value.split(',')) {
      const [key, text] = splitEntry(entry)
      const setting = {value: isMerged ? (parseGoBool(text) ?? text) : text, source}
      if (key !== '') members.set(key, overriding(members.get(key), setting))
    }
  }
  const setting = {value: members, source: flag.winner.source}
  return isMerged ? setting : overriding(inFiles, setting)
}

/** `key=value`, or `key<value` for eviction thresholds. */
function splitEntry(entry: string): readonly [string, string] {
  const [, key = '', value = ''] = /^([^=<]*)[=<]([\s\S]*)$/.exec(entry) ?? []
  return [key.trim(), value.trim()]
}
