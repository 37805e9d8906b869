import {at, type Leaf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {plainSetting, type SettingNode} from './setting-tree.ts'

/** Turns settings of one component into leaves of a fact. */
export interface SettingReader {
  /** The setting's value with its place, the component's default where nobody sets it, unknown where its type is wrong. */
  leaf<T>(setting: SettingNode | undefined, fallback: T, isRight: (value: unknown) => value is T): Leaf<T>
}

/** A reader for the settings of a component; with a gap nothing is known of them. */
export function settingReader(
  component: string,
  gap: {readonly reason: string; readonly source: Origin} | undefined,
): SettingReader {
  return {
    leaf(setting, fallback, isRight) {
      if (gap) return unknown(gap.reason, gap.source)
      if (!setting) return at(fallback, {kind: 'default', of: component})
      const value = plainSetting(setting)
      if (isRight(value)) return at(value, setting.source)
      return unknown(`${JSON.stringify(value)} is not of the type that ${component} takes here`, setting.source)
    },
  }
}

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'
/** Whether a value is true or false. */
export const isBool = (value: unknown): value is boolean => typeof value === 'boolean'
/** Whether a value is a whole number that JavaScript holds exactly. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
/** Whether a value is a list of texts. */
export const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)
