import {readFile} from 'node:fs/promises'
import {UserError} from '../errors.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {readToldConfig} from '../facts/told-config.ts'
import {mistakeIn, toldKeys} from '../facts/told-values.ts'
import {parseYamlDocuments} from '../text/yaml.ts'
import {type Args, many, one} from './args.ts'

/** What the user says of the cluster by flags and the files they name; what cannot be used is refused with its place. */
export async function toldBy(args: Args): Promise<Told> {
  const config = one(args, 'config')
  const kubeadmConfig = one(args, 'kubeadm-config')
  const fromFile = config === undefined ? {} : await readConfig(config)
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  for (const key of toldKeys) {
    const said = [...flagStatement(args, key), ...(fromFile[key] ?? [])]
    if (said.length > 0) statements[key] = said
  }
  return {
    statements,
    ...(kubeadmConfig === undefined ? {} : {kubeadmConfig: await readKubeadmConfig(kubeadmConfig)}),
  }
}

/** A flag that is repeated adds to a list of ranges or addresses. */
function flagStatement(args: Args, key: ToldKey): readonly Statement[] {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const values = many(args, name)
  if (values.length === 0) return []
  const value = values.join(',')
  const mistake = mistakeIn(key, value)
  if (mistake !== undefined) throw new UserError(`--${name} ${mistake}`)
  return [{value, source: {kind: 'flag', name: `--${name}`}}]
}

async function readConfig(file: string): Promise<Told['statements']> {
  const parsed = readToldConfig(await textOf(file, '--config'), file)
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file}})
  return parsed.value
}

async function readKubeadmConfig(path: string): Promise<{path: string; text: string}> {
  const text = await textOf(path, '--kubeadm-config')
  const parsed = parseYamlDocuments(text)
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file: path}})
  return {path, text}
}

async function textOf(file: string, flag: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${flag}: cannot read ${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`)
  })
}
