import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import {type ComponentFlags, readComponentFlags, type Words} from './component-flags.ts'
import {type FileGap, readSettings} from './kubelet-config-files.ts'
import {rancherVariables, rancherWords} from './rancher-words.ts'
import {type ServiceCommand, serviceCommand} from './service-command.ts'
import {membersOf, mergePatch, type SettingNode} from './setting-tree.ts'

/** How k3s or RKE2 is started on this host: its flags, those of its configuration files among them. */
export interface RancherConfig {
  readonly distribution: 'k3s' | 'rke2'
  /** The service that starts it, undefined where only a configuration file is left. */
  readonly unit: string | undefined
  readonly isServer: boolean
  readonly flags: ComponentFlags
  readonly gap: FileGap | undefined
}

/**
 * Reads the options of k3s or RKE2: the unit's arguments over /etc/rancher/<name>/config.yaml, or the file it is told to read
 * instead, and the files beside it in config.yaml.d. A later file replaces a key, `key+` appends to it, and an argument
 * replaces all of a key's values from the files.
 */
export async function rancherConfig(probe: Probe): Promise<RancherConfig | undefined> {
  for (const {distribution, unit, isServer} of services) {
    const command = await probe.once(serviceCommand, unit)
    if (command.state !== 'found') continue
    const words = rancherWords(command.words.slice(1))
    const isAgent = words.some(({text}) => text === 'agent') || command.environment.has('K3S_URL')
    const config = await readRancherFiles(probe, configPath(distribution, command))
    return {
      distribution,
      unit,
      isServer: isServer && !isAgent,
      flags: combined(config.settings, words, rancherVariables(distribution, command)),
      gap: config.gap,
    }
  }
  for (const distribution of ['k3s', 'rke2'] as const) {
    const config = await readRancherFiles(probe, usualPath(distribution))
    if (!config.settings) continue
    const isServer = !membersOf(config.settings).has('server')
    return {distribution, unit: undefined, isServer, flags: combined(config.settings, []), gap: config.gap}
  }
  return undefined
}

/** Why nobody can tell how k3s or RKE2 is started here; undefined where that is known or nothing of them is on this host. */
export async function rancherGap(probe: Probe): Promise<Unknown | undefined> {
  const config = await probe.once(rancherConfig)
  if (config?.gap) return unknown(config.gap.reason, config.gap.source)
  if (config?.unit !== undefined) return undefined
  const commands = await Promise.all(services.map(({unit}) => probe.once(serviceCommand, unit)))
  const hidden = commands.find(({state}) => state === 'unknown')
  const statuses = await probe.status(traces)
  if (hidden?.state !== 'unknown' || [...statuses.values()].every(({state}) => state === 'absent')) return undefined
  return unknown(`whether k3s or RKE2 is started here cannot be told: ${hidden.reason}`, hidden.source)
}

/** What every installation of them has before it is first started. */
const traces = [
  ...['/usr/local/bin', '/usr/bin', '/opt/bin', '/opt/rke2/bin'].flatMap((directory) => [
    `${directory}/k3s`,
    `${directory}/rke2`,
  ]),
  '/var/lib/rancher/k3s/data',
  '/var/lib/rancher/rke2/data',
]

const services = [
  {distribution: 'k3s', unit: 'k3s.service', isServer: true},
  {distribution: 'k3s', unit: 'k3s-agent.service', isServer: false},
  {distribution: 'rke2', unit: 'rke2-server.service', isServer: true},
  {distribution: 'rke2', unit: 'rke2-agent.service', isServer: false},
] as const

const usualPath = (distribution: string) => `/etc/rancher/${distribution}/config.yaml`

/** Another file by K3S_CONFIG_FILE or RKE2_CONFIG_FILE, else by --config or -c (pkg/configfilearg of k3s). */
function configPath(distribution: string, {environment, words}: ServiceCommand): string {
  const variable = environment.get(`${distribution.toUpperCase()}_CONFIG_FILE`)?.value
  const flag = words.flatMap(({text}, index) => {
    if (text === '--config' || text === '-c') return words[index + 1]?.text ?? []
    return /^(?:--config|-c)=(.*)/.exec(text)?.[1] ?? []
  })
  return variable || flag[0] || usualPath(distribution)
}

async function readRancherFiles(probe: Probe, main: string) {
  const listed = await probe.list(`${main}.d`)
  const names = listed.state === 'read' ? listed.value.filter((name) => /\.ya?ml$/.test(name)) : []
  let settings: SettingNode | undefined
  let gap: FileGap | undefined
  for (const path of [main, ...names.map((name) => `${main}.d/${name}`)]) {
    const read = await readSettings(probe, path)
    if (!('kind' in read)) settings = mergePatch(settings, appended(settings, read))
    else if (read.kind === 'unreadable') gap ??= read
  }
  return {settings, gap}
}

/** A file whose `key+` hold what the key has so far and the values of the file. */
function appended(base: SettingNode | undefined, file: SettingNode): SettingNode {
  const known = membersOf(base)
  const members = [...membersOf(file)].map(([key, setting]): [string, SettingNode] => {
    if (!key.endsWith('+')) return [key, setting]
    const plainKey = key.slice(0, -1)
    return [plainKey, {value: [...valuesOf(known.get(plainKey)), ...valuesOf(setting)], source: setting.source}]
  })
  return {value: new Map(members), source: file.source}
}

function valuesOf(setting: SettingNode | undefined): readonly unknown[] {
  if (!setting) return []
  return Array.isArray(setting.value) ? setting.value : [setting.value]
}

/** The flags of the files before those of the command line, keys that the command line gives left out; `told` yields to both. */
function combined(settings: SettingNode | undefined, words: Words, told: Words = []): ComponentFlags {
  const given = readComponentFlags(words)
  const fromFiles = [...membersOf(settings)]
    .filter(([key]) => !given.flags.has(key))
    .flatMap(([key, setting]) =>
      valuesOf(setting).map((value) => ({text: `--${key}=${value}`, source: setting.source})),
    )
  return readComponentFlags([...told, ...fromFiles, ...words])
}
