import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {isAtLeast, type Version} from '../text/version.ts'
import {dockerdCommand} from './dockerd-command.ts'
import {type DaemonJson, readDaemonJson} from './dockerd-config-file.ts'

/** The configuration file dockerd reads. `isExplicit`: `--config-file` names it, so that dockerd refuses to start without it. */
export interface DockerdConfig {
  readonly path: string
  readonly isExplicit: boolean
  readonly state: 'absent' | 'read' | 'unknown'
  /** Where the path comes from: the flag, or dockerd's default. */
  readonly named: Origin
  /** Why the file could not be looked at. */
  readonly reason?: string
  readonly content: DaemonJson
}

/** Reads daemon.json, or the file that `--config-file` names, as this release of dockerd does. Before 1.10 there was none. */
export async function dockerdConfig(probe: Probe): Promise<DockerdConfig> {
  const command = await probe.once(dockerdCommand)
  if (command.state !== 'found') return unread(defaultPath, false, {kind: 'default', of: 'dockerd'})
  const version = command.version instanceof Unknown ? undefined : command.version.value
  const flag = command.planned.flags.flags.get('config-file')?.winner
  const path = flag?.value ?? defaultPath
  const named: Origin = flag?.source ?? {kind: 'default', of: 'dockerd'}
  if (version && !isAtLeast(version, '1.10')) return unread(path, false, named)
  return readConfig(probe, path, named, flag !== undefined, version)
}

async function readConfig(
  probe: Probe,
  path: string,
  named: Origin,
  isExplicit: boolean,
  version: Version | undefined,
): Promise<DockerdConfig> {
  if (!path.startsWith('/')) {
    return {...unread(path, isExplicit, named), state: 'unknown', reason: `${path} is no absolute path`}
  }
  const text = await probe.readFile(path)
  if (text.state === 'absent') return unread(path, isExplicit, named)
  if (text.state === 'unreadable') {
    return {...unread(path, isExplicit, named), state: 'unknown', reason: `${path} ${text.reason}`}
  }
  return {path, isExplicit, named, state: 'read', content: readDaemonJson(text.value, version)}
}

function unread(path: string, isExplicit: boolean, named: Origin): DockerdConfig {
  return {path, isExplicit, named, state: 'absent', content: {keys: new Map(), duplicates: [], complaints: []}}
}

const defaultPath = '/etc/docker/daemon.json'
