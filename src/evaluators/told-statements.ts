import {UserError} from '../errors.ts'
import type {Probe} from '../facts/probe.ts'
import type {Statement, Told, ToldKey} from '../facts/told.ts'
import {openConfig, toldInConfig} from '../facts/told-config.ts'
import {hostConfig} from './host-config.ts'

/** What the user says of the cluster under a key, strongest first: flags, `--config`, then the host's own files. */
export async function toldStatements(probe: Probe, key: string): Promise<readonly Statement[]> {
  const own = await probe.once(hostStatements)
  return [...(probe.told.statements[key as ToldKey] ?? []), ...own.flatMap((file) => file[key as ToldKey] ?? [])]
}

async function hostStatements(probe: Probe): Promise<readonly Told['statements'][]> {
  const files = await probe.once(hostConfig)
  return files.map((file) => ('text' in file ? statementsOf(file.text, file.path) : {}))
}

/** A file that cannot be understood says nothing here; the check reports it. */
function statementsOf(text: string, path: string): Told['statements'] {
  try {
    return toldInConfig(openConfig(text, path))
  } catch (error) {
    if (error instanceof UserError) return {}
    throw error
  }
}
