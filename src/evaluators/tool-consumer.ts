import type {Probe} from '../facts/probe.ts'
import {at, bare, type Located, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {parseVersion, type Version} from '../text/version.ts'
import {installedVersion} from './component-version.ts'
import {isImageCommand} from './image-command.ts'
import {plannedVersion} from './kubeadm-plan.ts'
import {type ServiceCommandResult, serviceCommand} from './service-command.ts'
import {defaultServicePath, type SearchPath, searchPath} from './service-path.ts'
import {toldStatements} from './told-statements.ts'
import {isActive, isEnabled} from './unit-state.ts'

/**
 * Something that runs host tools. `present` ones are on this host, `possible` ones may come or cannot be told, `absent` ones
 * are ruled out. `service` is the unit whose PATH counts, empty where a person or another program starts it.
 */
export type Consumer =
  | {readonly state: 'absent'; readonly reason: string}
  | (PresentConsumer & {readonly state: 'present'})
  | (PresentConsumer & {readonly state: 'possible'; readonly reason: string})

/** What is known of a consumer that is or may be here; `isSettled`: what it needs tools for is already done. */
export interface PresentConsumer {
  readonly label: string
  readonly version?: Version
  /** The version in words where it is only bounded. */
  readonly versionText?: string
  readonly source?: Source
  readonly service: string
  readonly path: SearchPath
  readonly isSettled?: boolean
}

/** A consumer that cannot be here. */
export const noConsumer = (reason: string): Consumer => ({state: 'absent', reason})

/** A version as a member of a consumer, with its place where no stronger evidence for the consumer is given. */
export function versionMembers(version: Located<Version> | Unknown, source?: Source) {
  if (version instanceof Unknown) return source ? {source} : {}
  return {version: version.value, source: source ?? version.source}
}

/** A version without what a package or distribution appends. */
export function versionName({text}: Version): string {
  return /^\d+(?:\.\d+)*/.exec(text)?.[0] ?? text
}

/** The version of the kubelet, or of Kubernetes as the user states it or plans it for kubeadm where no kubelet tells. */
export async function kubernetesVersion(probe: Probe): Promise<Located<Version> | Unknown> {
  const installed = await probe.once(installedVersion, 'kubelet')
  if (!(installed instanceof Unknown)) return installed
  const [told] = await toldStatements(probe, 'kubernetesVersion')
  const stated = told ?? (await plannedVersion(probe))
  const version = stated && parseVersion(stated.value)
  return version ? at(version, stated.source) : installed
}

/** The PATH of a service, or what systemd gives one by default. */
export async function pathOfService(probe: Probe, service: ServiceCommandResult): Promise<SearchPath> {
  return service.state === 'found' ? service.path : defaultServicePath(probe)
}

/** Where root's shells look, which run kubeadm and provisioning scripts; Flatcar adds /opt/bin, NixOS has its own. */
export const shellPath: SearchPath = searchPath(
  '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin:/snap/bin:/run/current-system/sw/bin',
  {
    kind: 'default',
    of: 'root’s shell',
  },
)

/** A consumer that a unit of the host starts, unless it starts a container image; only possible where nothing starts the unit. */
export async function unitConsumer(probe: Probe, label: string, units: readonly string[]): Promise<Consumer> {
  for (const name of units) {
    const service = await probe.once(serviceCommand, name)
    if (service.state !== 'found') continue
    if (await isImageCommand(probe, service.words)) return noConsumer(`${name} runs ${label} from an image`)
    const source: Source = service.execStarts.at(-1) ?? {kind: 'file', path: service.unit.path}
    const known = {label, source, service: name, path: service.path}
    const [isOn, isRunning] = await Promise.all([isEnabled(probe, name), isActive(probe, name)])
    const isIdle = bare(isOn) === false && bare(isRunning) !== true
    return isIdle ? {state: 'possible', ...known, reason: `nothing starts ${name}`} : {state: 'present', ...known}
  }
  return noConsumer(`no ${units[0]} is on this host`)
}
