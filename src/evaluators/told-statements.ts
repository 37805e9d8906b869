import type {Probe} from '../facts/probe.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {readToldConfig} from '../facts/told-config.ts'

/** Where a host keeps what is to be known of its cluster. */
const hostConfigPath = '/etc/node-preflight/config.yaml'

/** What the user says of the cluster under a key, strongest first: flags, `--config`, then the host's own file. */
export async function toldStatements(probe: Probe, key: string): Promise<readonly Statement[]> {
  const own = await probe.once(hostStatements)
  return [...(probe.told.statements[key as ToldKey] ?? []), ...(own[key as ToldKey] ?? [])]
}

/** A file that cannot be read or understood says nothing. */
async function hostStatements(probe: Probe): Promise<Told['statements']> {
  const text = await probe.readFile(hostConfigPath)
  if (text.state !== 'read') return {}
  const parsed = readToldConfig(text.value, hostConfigPath)
  return parsed.ok ? parsed.value : {}
}
