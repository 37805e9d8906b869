import {UserError} from '../errors.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {mistakeIn, toldKeys} from '../facts/told-values.ts'
import {type Args, asMany, one, settersOf} from './args.ts'
import {readConfig, readUserFile} from './config.ts'
import {readKubeadmFile} from './kubeadm-file.ts'

/** What the user says of the cluster: by flags, the environment and the files these name; what cannot be used is refused. */
export async function toldBy(args: Args): Promise<Told> {
  const file = one(args, 'config')
  const fromFile = file === undefined ? {} : readConfig(file, await readUserFile(file, '--config')).cluster
  const kubeadmConfig = one(args, 'kubeadm-config')
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  for (const key of toldKeys) {
    const said = [...optionStatements(args, key), ...(fromFile[key] ?? [])]
    if (said.length > 0) statements[key] = said
  }
  return {
    statements,
    ...(kubeadmConfig === undefined ? {} : {kubeadmConfig: await readKubeadmFile(kubeadmConfig)}),
  }
}

/** The option that says what a key of the section `cluster` says. */
export const optionOf = (key: ToldKey): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A flag that is repeated adds to a list of ranges or addresses. */
function optionStatements(args: Args, key: ToldKey): readonly Statement[] {
  return settersOf(args, optionOf(key)).map(({value: given, by}) => {
    const value = asMany(given).join(',')
    const mistake = mistakeIn(key, value)
    if (mistake !== undefined) throw new UserError(`${by} ${mistake}`)
    return {value, source: {kind: by.startsWith('--') ? 'flag' : 'config', name: by}}
  })
}
