import {createReadStream} from 'node:fs'
import {dirname, resolve} from 'node:path'
import {type Place, UserError} from '../errors.ts'
import type {Told} from '../facts/told.ts'
import {openConfig, toldInConfig} from '../facts/told-config.ts'
import {failureReason} from '../host/file-failure.ts'
import {type Override, readOverrides} from '../rules/overrides.ts'
import {phases, severities} from '../rules/rule.ts'
import {readWaivers, type Waiver} from '../rules/waivers.ts'
import {itemsOf} from '../text/document.ts'
import {MappingReader} from '../text/mapping-reader.ts'
import {parseStrictYaml} from '../text/yaml.ts'
import type {Layer} from './args.ts'

/** One configuration file (docs/config.schema.json). */
export interface Config {
  readonly file: string
  readonly cluster: Told['statements']
  readonly check: CheckSection
  readonly waivers: readonly Waiver[]
  readonly overrides: readonly Override[]
  readonly packs: readonly {readonly folder: string; readonly place: Place}[]
}

/** What a file says of the options of `check`, and where. */
export interface CheckSection extends Layer {
  placeOf(option: string): Place | undefined
}

/** Reads a configuration. Throws UserError with the place of the first mistake that shows without knowing the rules. */
export function readConfig(file: string, text: string): Config {
  const config = openConfig(text, file)
  const folders = config.texts('packs')
  const places = itemsOf(config.member('packs')) ?? []
  return {
    file,
    cluster: toldInConfig(config),
    check: readCheckSection(config),
    waivers: readWaivers(file, config.member('waivers')),
    overrides: readOverrides(config),
    packs: folders.map((folder, index) => {
      const {line = 1, column = 1} = places[index] ?? {}
      return {folder: resolve(dirname(file), folder), place: {file, line, column}}
    }),
  }
}

/** Reads the file of `--waivers`: a list, or a configuration that has waivers alone. */
export async function readWaiverFile(file: string): Promise<readonly Waiver[]> {
  const parsed = parseStrictYaml(await readUserFile(file, '--waivers'))
  if (!parsed.ok) {
    const {message, line, column} = parsed.problem
    throw new UserError(message, {place: {file, line, column}})
  }
  if (itemsOf(parsed.value) || parsed.value.value === null) return readWaivers(file, parsed.value)
  return readWaivers(file, new MappingReader(file, parsed.value, 'a waiver file', ['waivers']).member('waivers'))
}

/** The text of a file that an option names. */
export async function readUserFile(file: string, flag: string): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of createReadStream(file, {end: maxFileBytes})) {
      chunks.push(chunk)
      length += chunk.length
    }
  } catch (error) {
    throw new UserError(`${flag}: cannot read ${file}: ${failureReason(error)}`)
  }
  if (length > maxFileBytes) throw new UserError(`${flag}: ${file} is larger than ${maxFileBytes / 1024 / 1024} MiB`)
  return Buffer.concat(chunks).toString('utf8')
}

/** Far more than a fleet of host names or a report takes. */
const maxFileBytes = 256 * 1024 * 1024

/** The keys of the section `check`, and the options they are. */
const optionOf = {
  phase: 'phase',
  only: 'only',
  skip: 'skip',
  ignore: 'ignore',
  failOn: 'fail-on',
  allowUnknown: 'allow-unknown',
} as const

/** The keys of the section `check`, as the schema has them. */
const checkKeys = Object.keys(optionOf) as readonly (keyof typeof optionOf)[]

function readCheckSection(config: MappingReader): CheckSection {
  const node = config.member('check')
  if (!node || node.value === null) return {values: {}, nameOf: (option) => option, placeOf: () => undefined}
  const reader = new MappingReader(config.file, node, `'check'`, checkKeys)
  const values: Record<string, unknown> = {}
  const places = new Map<string, Place>()
  for (const key of checkKeys) {
    const member = reader.member(key)
    if (!member) continue
    places.set(optionOf[key], {file: config.file, line: member.line, column: member.column})
    values[optionOf[key]] = readOption(reader, key)
  }
  const placeOf = (option: string) => places.get(option)
  return {values, placeOf, nameOf: (option) => `${config.file}:${placeOf(option)?.line ?? 1}`}
}

function readOption(reader: MappingReader, key: keyof typeof optionOf): unknown {
  const node = reader.member(key) ?? reader.node
  if (key === 'phase') return reader.choice(node, key, ['auto', ...phases])
  if (key === 'failOn') return reader.choice(node, key, [...severities, 'never'])
  return key === 'allowUnknown' ? reader.optionalBool(key) : reader.texts(key)
}
