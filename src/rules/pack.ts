import {readFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import type {Cel} from '../cel/environment.ts'
import {type Place, UserError} from '../errors.ts'
import {itemsOf} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {parseVersion} from '../text/version.ts'
import {parseVersionRange} from '../text/version-range.ts'
import {parseStrictYaml} from '../text/yaml.ts'
import {loadRules, noRule, packFile} from './load.ts'
import type {Rule} from './rule.ts'
import {matcherOf, type Named, type Names} from './select.ts'

/** What `pack.yaml` says; a folder of rules without one may only add rules. */
export interface Manifest {
  readonly name: string
  readonly version: string
  /** What it switches off of the built-in rules and those of packs before it: one name each, with its place. */
  readonly disable: readonly Names[]
}

/** Rules that a user brings. */
export interface Pack {
  readonly folder: string
  readonly manifest: Manifest | undefined
  readonly rules: readonly Rule[]
}

/** Reads and type-checks a folder of rules. Throws UserError where a rule, or the version it needs, does not fit. */
export async function loadPack(folder: string, cel: Cel, productVersion: string): Promise<Pack> {
  const manifest = await readManifest(folder, productVersion)
  const rules = await loadRules(folder, cel)
  if (rules.length === 0 && !manifest?.disable.length) throw noRule(folder)
  return {folder, manifest, rules}
}

/** Reads `pack.yaml`, if the folder has one. Throws UserError with the place of the first mistake. */
export async function readManifest(folder: string, productVersion: string): Promise<Manifest | undefined> {
  const file = join(folder, packFile)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new UserError(`${file} cannot be read (${error.code})`)
  })
  if (text === undefined) return undefined
  const parsed = parseStrictYaml(text)
  if (!parsed.ok) {
    const {message, line, column} = parsed.problem
    throw new UserError(message, {place: {file, line, column}})
  }
  const reader = new MappingReader(file, parsed.value, 'a pack', ['name', 'version', 'requires', 'disable'])
  requireVersion(reader, productVersion)
  const list = reader.member('disable')
  const places = (list && itemsOf(list)) ?? []
  const disable = reader.texts('disable').map((name, index): Names => {
    const {line, column} = places[index] ?? reader.node
    return {names: [name], by: 'disable', place: {file, line, column}}
  })
  return {name: reader.text('name'), version: reader.text('version'), disable}
}

/** The names that a pack switches off but no rule goes by, each with its place and the nearest match. */
export function strayNames({disable}: Manifest, rules: readonly Named[]): readonly UserError[] {
  return disable.flatMap((name) => {
    try {
      matcherOf(rules, name)
      return []
    } catch (error) {
      if (error instanceof UserError) return [error]
      throw error
    }
  })
}

function requireVersion(reader: MappingReader, productVersion: string): void {
  const range = reader.optionalText('requires')
  if (range === undefined) return
  const node = reader.member('requires') ?? reader.node
  const admits = parseVersionRange(range)
  const version = parseVersion(productVersion)
  if (!admits) throw reader.refuse(node, `'${range}' is no range of versions`, 'as in >=0.4 <1')
  if (version && !admits(version)) {
    throw reader.refuse(node, `the pack needs node-preflight ${range}, and this is ${productVersion}`)
  }
}

/** The built-in rules with what packs, in their order, switch off, replace and add. Throws UserError where two contradict. */
export function combineRules(builtin: readonly Rule[], packs: readonly Pack[]): readonly Rule[] {
  const byId = new Map(builtin.map((rule) => [rule.id, rule]))
  const owners = new Map<string, Pack>()
  const disabled = new Map<string, Pack>()
  for (const pack of packs) {
    const known = [...byId.values()]
    const isOff = (pack.manifest?.disable ?? []).map((name) => matcherOf([...known, ...pack.rules], name))
    for (const rule of known.filter((one) => isOff.some((matches) => matches(one)))) {
      byId.delete(rule.id)
      owners.delete(rule.id)
      disabled.set(rule.id, pack)
    }
    for (const rule of pack.rules) {
      refuseConflict(rule, pack, byId.get(rule.id), owners.get(rule.id), disabled.get(rule.id))
      const replaced = byId.has(rule.id) || disabled.has(rule.id) ? ', in place of the built-in rule' : ''
      byId.set(rule.id, {...rule, origin: `${describe(pack)}${replaced}`})
      owners.set(rule.id, pack)
    }
  }
  return [...byId.values()]
}

function refuseConflict(
  rule: Rule,
  pack: Pack,
  known: Rule | undefined,
  owner: Pack | undefined,
  switchedOff: Pack | undefined,
): void {
  const place: Place = {file: rule.file}
  if (switchedOff && switchedOff !== pack) {
    const message = `the rule '${rule.id}' is switched off by ${describe(switchedOff)}, but ${describe(pack)} brings it`
    throw new UserError(message, {place, hint: 'give the packs in the other order, or take one of the two out'})
  }
  if (known && owner) {
    const hint =
      owner === pack
        ? 'rename one of them'
        : `to replace it, list '${rule.id}' under 'disable' in ${pack.folder}/${packFile}`
    throw new UserError(`the rule '${rule.id}' is already in ${describe(owner)}: ${known.file}`, {place, hint})
  }
  if (known && !pack.manifest) {
    const hint = `rename it, or make the folder a pack with a ${packFile}, which may replace built-in rules`
    throw new UserError(`the rule '${rule.id}' already exists in ${known.file}`, {place, hint})
  }
}

/** A pack as people are told of it. */
const describe = ({manifest, folder}: Pack): string =>
  manifest ? `the pack ${manifest.name} ${manifest.version} (${folder})` : `the folder ${basename(resolve(folder))}`
