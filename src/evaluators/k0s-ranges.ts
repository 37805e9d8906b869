import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import {parseYamlDocuments} from '../text/yaml.ts'
import {flagValue, readComponentFlags} from './component-flags.ts'
import {programArguments} from './program-arguments.ts'
import type {RangeDeclaration, RangePurpose} from './range-declaration.ts'
import {type ServiceCommand, serviceCommand} from './service-command.ts'
import {plainSetting, type SettingNode, settingAt, settingsOf} from './setting-tree.ts'
import {unit} from './unit.ts'

/**
 * The ranges of pods and services that a controller of k0s sets: by `--config`, else /etc/k0s/k0s.yaml, else its defaults.
 * A file that no controller is seen to read counts as it stands, but not where the kubelet has a unit of its own.
 */
export async function k0sRanges(probe: Probe): Promise<readonly RangeDeclaration[]> {
  const service = await probe.once(serviceCommand, controllerUnit)
  const controller = service.state === 'found' ? service : undefined
  if (!controller && (await probe.once(unit, kubeletUnit)).state === 'found') return []
  const network = await networkSettings(probe, configPath(controller))
  return ranges.flatMap(({purpose, keys, unset}): readonly RangeDeclaration[] => {
    const [main, second] = keys.map((key) => settingAt(network, ...key))
    const isDual = plainOf(settingAt(network, 'dualStack', 'enabled')) === true
    const texts = [plainOf(main) ?? (controller ? unset : undefined), isDual ? plainOf(second) : undefined]
    const text = texts.filter((each) => typeof each === 'string' && each !== '').join(',')
    if (text === '') return []
    const name = `k0s ${keys[0]?.at(-1)}`
    const common = {purpose, by: 'k0s', name, text, isInForce: true} as const
    const source = main?.source ?? (isDual ? second?.source : undefined)
    return [source ? {...common, source, basis: 'set'} : {...common, source: builtIn, basis: 'default'}]
  })
}

/** Why nobody can tell how a k0s that is installed here is started, or what its configuration says. */
export async function k0sGap(probe: Probe): Promise<Unknown | undefined> {
  const service = await probe.once(serviceCommand, controllerUnit)
  const kubelet = await probe.once(unit, kubeletUnit)
  if (service.state === 'absent' && kubelet.state === 'found') return undefined
  const path = configPath(service.state === 'found' ? service : undefined)
  const config = await probe.readFile(path)
  if (kubelet.state === 'unknown' && config.state === 'read') return unknown(kubelet.reason, kubelet.source)
  const programs = await probe.status(['/usr/local/bin/k0s', '/usr/bin/k0s', '/opt/bin/k0s'])
  const isInstalled = [...programs.values()].some(({state}) => state !== 'absent')
  if (service.state === 'unknown') return isInstalled ? unknown(service.reason, service.source) : undefined
  const isHidden = config.state === 'unreadable' && (service.state === 'found' || isInstalled)
  return isHidden ? unknown(`${path} ${config.reason}`, config.source) : undefined
}

const controllerUnit = 'k0scontroller.service'
const kubeletUnit = 'kubelet.service'
const builtIn = {kind: 'default', of: 'k0s'} as const

const ranges: readonly {purpose: RangePurpose; keys: readonly (readonly string[])[]; unset: string}[] = [
  {purpose: 'pods', keys: [['podCIDR'], ['dualStack', 'IPv6podCIDR']], unset: '10.244.0.0/16'},
  {purpose: 'services', keys: [['serviceCIDR'], ['dualStack', 'IPv6serviceCIDR']], unset: '10.96.0.0/12'},
]

function configPath(controller: ServiceCommand | undefined): string {
  const words = controller ? (programArguments(controller.words, 'k0s') ?? controller.words.slice(1)) : []
  const long = flagValue(readComponentFlags(words), 'config')?.value
  const short = words.findIndex(({text}) => text === '-c')
  return long ?? (short < 0 ? undefined : words[short + 1]?.text) ?? '/etc/k0s/k0s.yaml'
}

async function networkSettings(probe: Probe, path: string): Promise<SettingNode | undefined> {
  const text = await probe.readFile(path)
  const parsed = text.state === 'read' ? parseYamlDocuments(text.value) : undefined
  const documents = parsed?.ok ? parsed.value.map((node) => settingsOf(node, path)) : []
  const config = documents.find((document) => plainOf(settingAt(document, 'kind')) === 'ClusterConfig')
  return settingAt(config, 'spec', 'network')
}

function plainOf(setting: SettingNode | undefined): unknown {
  return setting && plainSetting(setting)
}
