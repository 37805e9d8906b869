import {at, type Leaf, Located, Unknown, unknown} from '../facts/value.ts'
import {type KubeletConfig, kubeletFlag, kubeletSetting} from './kubelet-config.ts'
import type {KubeletFieldPath} from './kubelet-fields.ts'

/** A field as the leaf of a fact; `unset` is what stands where nobody sets a field without a constant default. */
export function boolLeaf(config: KubeletConfig, path: KubeletFieldPath, unset: Leaf<boolean>): Leaf<boolean> {
  return leaf(config, path, unset, (value): value is boolean => typeof value === 'boolean')
}

/** A whole-number field as the leaf of a fact. */
export function intLeaf(config: KubeletConfig, path: KubeletFieldPath, unset: Leaf<number>): Leaf<number> {
  return leaf(config, path, unset, (value): value is number => Number.isSafeInteger(value))
}

/** A text field as the leaf of a fact. */
export function stringLeaf(config: KubeletConfig, path: KubeletFieldPath, unset: Leaf<string>): Leaf<string> {
  return leaf(config, path, unset, (value): value is string => typeof value === 'string')
}

/** A field that lists texts as the leaf of a fact. */
export function stringsLeaf(config: KubeletConfig, path: KubeletFieldPath): Leaf<readonly string[]> {
  return leaf(
    config,
    path,
    [],
    (value): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  )
}

/** A flag that is no field of the configuration file as the leaf of a fact. */
export function flagLeaf(config: KubeletConfig, name: string, unset: string): Leaf<string> {
  return kubeletFlag(config, name) ?? at(unset, {kind: 'default', of: 'kubelet'})
}

function leaf<T>(
  config: KubeletConfig,
  path: KubeletFieldPath,
  unset: Leaf<T>,
  isRight: (value: unknown) => value is T,
): Leaf<T> {
  const setting = kubeletSetting(config, path)
  if (setting === undefined) return unset
  if (setting instanceof Unknown) return setting
  const {value, source} = setting
  if (isRight(value)) return new Located(value, source)
  return unknown(`${path} is ${JSON.stringify(value)}, which the kubelet does not accept`, source)
}
