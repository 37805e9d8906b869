import type {Probe} from '../facts/probe.ts'
import {bare, type Located, type Unknown} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import type {Version} from '../text/version.ts'
import {type ComponentFlags, readComponentFlags} from './component-flags.ts'
import {installedVersion} from './component-version.ts'
import {argumentsGap, processes, processesNamed} from './processes.ts'
import {programArguments} from './program-arguments.ts'
import {isProgramInstalled} from './program-presence.ts'
import {serviceCommand} from './service-command.ts'

/** How cri-dockerd is started: by which unit, with which flags. `unit` is empty where a process alone tells. */
export interface CriDockerd {
  readonly state: 'found'
  readonly unit: string
  readonly flags: ComponentFlags
  readonly source: Source
  readonly version: Located<Version> | Unknown
}

/** cri-dockerd of this host, or that there is none. */
export type CriDockerdResult =
  | CriDockerd
  | {readonly state: 'absent'; readonly reason: string}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Finds cri-dockerd by its unit, under the name of its packages or that of kubespray, else by its process. */
export async function criDockerd(probe: Probe): Promise<CriDockerdResult> {
  const version = await probe.once(installedVersion, 'cri-dockerd')
  for (const name of ['cri-docker.service', 'cri-dockerd.service']) {
    const service = await probe.once(serviceCommand, name)
    if (service.state === 'unknown') return service
    if (service.state !== 'found') continue
    const words = programArguments(service.words, 'cri-dockerd') ?? []
    const source = service.execStarts.at(-1) ?? {kind: 'file', path: service.unit.path}
    return {state: 'found', unit: name, flags: readComponentFlags(words), source, version}
  }
  const [running] = processesNamed(await probe.once(processes), 'cri-dockerd')
  if (running) {
    const source: Origin = {kind: 'file', path: `/proc/${running.pid}/cmdline`}
    const gap = argumentsGap(running)
    if (gap) return {state: 'unknown', reason: gap.reason, source}
    const words = running.argv.slice(1).map((text) => ({text, source}))
    return {state: 'found', unit: '', flags: readComponentFlags(words), source, version}
  }
  const isInstalled = bare(await isProgramInstalled(probe, 'cri-dockerd'))
  return {state: 'absent', reason: isInstalled ? 'nothing starts cri-dockerd' : 'cri-dockerd is not installed'}
}
