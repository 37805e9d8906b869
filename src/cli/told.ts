import {UserError} from '../errors.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {mistakeIn, toldKeys} from '../facts/told-values.ts'
import {mappingOf, nodeAt} from '../text/document.ts'
import {parseYamlDocuments} from '../text/yaml.ts'
import {type Args, asMany, one, settersOf} from './args.ts'
import {readConfig, readUserFile} from './config.ts'

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
    ...(kubeadmConfig === undefined ? {} : {kubeadmConfig: await readKubeadmConfig(kubeadmConfig)}),
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

async function readKubeadmConfig(path: string): Promise<{path: string; text: string}> {
  const text = await readUserFile(path, '--kubeadm-config')
  const parsed = parseYamlDocuments(text)
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file: path}})
  const documents = parsed.value.filter((document) => kubeadmKinds.has(String(nodeAt(document, 'kind')?.value)))
  if (documents.length === 0) {
    throw new UserError(`${path} holds no configuration of kubeadm`, {hint: `kind: ${[...kubeadmKinds].join(', ')}`})
  }
  for (const document of documents) {
    const networking = nodeAt(document, 'networking')
    if (networking && networking.value !== null && mappingOf(networking) === undefined) {
      throw new UserError(`'networking' must be a mapping`, {place: {...networking, file: path}})
    }
  }
  return {path, text}
}

const kubeadmKinds: ReadonlySet<string> = new Set([
  'ClusterConfiguration',
  'InitConfiguration',
  'JoinConfiguration',
  'UpgradeConfiguration',
  'MasterConfiguration',
  'NodeConfiguration',
  'KubeletConfiguration',
  'KubeProxyConfiguration',
])
