import type {Origin, Source} from '../source.ts'
import {type DocumentNode, mappingOf, plainValue} from '../text/document.ts'

/** A value of a merged configuration and the place that set it; lists are plain values, mappings hold nodes. */
export interface SettingNode {
  readonly value: unknown
  readonly source: Source
}

/** The members of a mapping of a merged configuration. */
export type Settings = ReadonlyMap<string, SettingNode>

/** A document of one file as settings, each with the file and line it was written at. */
export function settingsOf(node: DocumentNode, path: string): SettingNode {
  const members = mappingOf(node)
  const value = members
    ? new Map([...members].map(([key, member]) => [key, settingsOf(member, path)]))
    : plainValue(node)
  return {value, source: {kind: 'file', path, line: node.line}}
}

/** The members of a setting that is a mapping, none when it is something else. */
export function membersOf(node: SettingNode | undefined): Settings {
  return node?.value instanceof Map ? node.value : new Map()
}

/** The setting under a path of keys, or undefined when a step is missing. */
export function settingAt(node: SettingNode | undefined, ...path: readonly string[]): SettingNode | undefined {
  return path.reduce<SettingNode | undefined>((at, key) => membersOf(at).get(key), node)
}

/** A setting as plain JavaScript values, places dropped. */
export function plainSetting(node: SettingNode): unknown {
  if (!(node.value instanceof Map)) return node.value
  return Object.fromEntries([...membersOf(node)].map(([key, member]) => [key, plainSetting(member)]))
}

/** A setting put over another: the winner with the loser among what it overrode, where they say different things. */
export function overriding(loser: SettingNode | undefined, winner: SettingNode): SettingNode {
  if (!loser) return winner
  const lost = loser.source.overrode ?? []
  const value = plainSetting(loser)
  const isSame = JSON.stringify(value) === JSON.stringify(plainSetting(winner))
  const own = isSame ? lost : [{value, source: originOf(loser.source)}, ...lost]
  const overrode = [...(winner.source.overrode ?? []), ...own]
  return overrode.length === 0 ? winner : {value: winner.value, source: {...winner.source, overrode}}
}

/** Applies a JSON merge patch (RFC 7386): mappings merge, lists and scalars replace, null removes. */
export function mergePatch(base: SettingNode | undefined, patch: SettingNode): SettingNode {
  if (!(patch.value instanceof Map)) return overriding(base, patch)
  const members = new Map(membersOf(base))
  for (const [key, member] of membersOf(patch)) {
    if (member.value === null) members.delete(key)
    else members.set(key, mergePatch(members.get(key), member))
  }
  return {value: members, source: base?.value instanceof Map ? base.source : patch.source}
}

function originOf({overrode: _, ...origin}: Source): Origin {
  return origin
}

/** A value that lost against another of the same key: the key in dots, the winner, and what lost with its place. */
export interface LostSetting {
  readonly name: string
  readonly winner: SettingNode
  readonly value: unknown
  readonly source: Origin
}

/** Every value that was overridden below a setting. */
export function lostSettings(node: SettingNode | undefined, name = ''): readonly LostSetting[] {
  if (!node) return []
  const own = (node.source.overrode ?? []).map((lost) => ({name, winner: node, value: lost.value, source: lost.source}))
  const below = [...membersOf(node)].flatMap(([key, member]) =>
    lostSettings(member, name === '' ? key : `${name}.${key}`),
  )
  return [...own, ...below]
}
