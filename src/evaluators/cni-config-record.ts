import {at, type Leaf, type Located, type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type CniText, cniOption, textOf} from '../text/cni-config.ts'
import {isCopyName} from './cni-file-names.ts'
import type {CniFile} from './cni-files.ts'
import {isMetaPlugin, networkNamed, networkOf} from './cni-networks.ts'
import type {PodNetwork} from './cni-pod-network.ts'
import {type CniSetup, loaderCniVersion} from './cni-setup.ts'
import {oldestOffered} from './cni-versions.ts'
import {type CniChoice, networkName} from './cni-winner.ts'

/** What a configuration file says, as rules see it; unknown where it could not be read. */
export function configRecord(file: CniFile) {
  const {path, name, config, gap} = file
  const types = config.plugins.flatMap(({type}) => (type ? [type.value] : []))
  const known = <T>(leaf: Leaf<T>): Leaf<T> => (gap ? unknown(gap.reason, gap.source) : leaf)
  return {
    name: at(path, {kind: 'file', path}),
    problem: known(config.problem ? at(config.problem.message, place(path, config.problem.line)) : ''),
    shapeMismatch: known(shapeMismatch(file)),
    networkName: known(located(path, config.name)),
    version: known(located(path, config.cniVersion)),
    mainType: known(located(path, config.plugins[0]?.type)),
    network: known(networkOf(name, types)),
    isMeta: known(isMetaPlugin(types[0] ?? '')),
    isSample: file.isSample,
    isCopy: isCopyName(name),
  }
}

/** A file among the others of its directory, and what the loader makes of it. */
export function fileRecord(file: CniFile, all: readonly CniFile[], {considered, winner, gap}: CniChoice) {
  const hidden = all.find((other) => other.gap && other.isLoadable)?.gap
  const unlessHidden = <T>(value: T, isFound: boolean): T | Unknown =>
    hidden && !isFound ? unknown(hidden.reason, hidden.source) : value
  const twins = all.filter((other) => other !== file && other.isLoadable && isSameNetwork(file, other))
  const newer = twins.find((other) => other.isList)
  const earlier = all.slice(0, all.indexOf(file)).filter((other) => other.isLoadable)
  const namesake = earlier.find((other) => networkName(other) === networkName(file) && !extendsChain(other, file))
  return {
    ...configRecord(file),
    isLoadable: file.isLoadable,
    isConsidered: considered.includes(file),
    isWinner: gap ?? file === winner,
    isRival: gap ?? unlessHidden(winner !== undefined && file !== winner && isRival(file, winner), !file.gap),
    isCiliumBackup: file.name.endsWith('.cilium_bak'),
    hasActiveTwin: unlessHidden(twins.length > 0, twins.length > 0),
    newerFile:
      file.isLoadable && !file.isList
        ? unlessHidden(newer ? at(newer.path, {kind: 'file', path: newer.path}) : '', newer !== undefined)
        : '',
    namesake: file.isLoadable
      ? unlessHidden(namesake ? at(namesake.path, {kind: 'file', path: namesake.path}) : '', namesake !== undefined)
      : '',
  }
}

/** The configuration that counts. */
export function winnerRecord(file: CniFile, network: PodNetwork, setup: CniSetup) {
  const {path, config} = file
  return {
    ...configRecord(file),
    offeredVersion: at(oldestOffered(config), located(path, config.cniVersion).source),
    loaderVersion: loaderCniVersion(setup),
    bridge: bridgeOf(network),
  }
}

/** The bridge that a network makes and gives an address; flannel's is one unless it delegates to another plugin. */
function bridgeOf({path, plugins}: PodNetwork): Leaf<string> {
  for (const {type, options} of plugins) {
    const isFlannel = type?.value === 'flannel'
    const bridge = isFlannel ? cniOption(options, 'delegate') : type?.value === 'bridge' ? options : undefined
    const isBridge = isFlannel
      ? (textOf(cniOption(bridge, 'type'))?.value ?? 'bridge') === 'bridge'
      : bridge !== undefined
    const isGateway = ['isGateway', 'isDefaultGateway'].some((key) => cniOption(bridge, key)?.value === true)
    if (!isBridge || !(isFlannel || isGateway)) continue
    const name = textOf(cniOption(bridge, 'bridge'))
    return name ? at(name.value, place(path, name.line)) : at('cni0', {kind: 'default', of: 'bridge'})
  }
  return ''
}

/** A text of a file with its line; empty, with the file as its place, where the file does not have it. */
function located(path: string, text: CniText | undefined): Located<string> {
  return text ? at(text.value, place(path, text.line)) : at('', {kind: 'file', path})
}

/** A line of a file, or the file where the line is not its own. */
export function place(path: string, line: number): Origin {
  return line > 0 ? {kind: 'file', path, line} : {kind: 'file', path}
}

/** What a file holds where its extension promises the other: a list, or a single plugin. */
function shapeMismatch({path, isLoadable, isList, config}: CniFile): Leaf<string> {
  const holds = config.hasPlugins ? 'list' : config.hasType ? 'plugin' : ''
  const isMismatch = isLoadable && (isList ? holds === 'plugin' : holds === 'list' && !config.hasType)
  return isMismatch ? at(holds, {kind: 'file', path}) : ''
}

/** Files of one network we know by name; what is only `bridge` or `other` may be several networks. */
function isSameNetwork(a: CniFile, b: CniFile): boolean {
  const [network, other] = [a, b].map(networkOfFile)
  return network === other && network !== 'bridge' && networkNamed(network ?? '') !== undefined
}

/** Whether one list is another with Cilium chained behind, which Cilium writes beside it under the same name. */
function extendsChain(list: CniFile, base: CniFile): boolean {
  const [types, chained] = [base, list].map(({config}) => config.plugins.map(({type}) => type?.value ?? ''))
  if (!types || !chained || types.length === 0) return false
  return types.every((type, index) => type === chained[index]) && chained.slice(types.length).includes('cilium-cni')
}

/** Another network's configuration, unless either is one that works beside others: meta plugins, samples, copies. */
function isRival(file: CniFile, winner: CniFile): boolean {
  if (!file.isLoadable || file.isSample) return false
  const [own, winning] = [mainType(file), mainType(winner)]
  return own !== '' && winning !== '' && own !== winning && !isMetaPlugin(own) && !isMetaPlugin(winning)
}

function networkOfFile({name, config}: CniFile): string {
  return networkOf(
    name,
    config.plugins.flatMap(({type}) => (type ? [type.value] : [])),
  )
}

function mainType({config}: CniFile): string {
  return config.plugins[0]?.type?.value ?? ''
}
