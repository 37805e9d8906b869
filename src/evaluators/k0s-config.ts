import type {Probe} from '../facts/probe.ts'
import {type ComponentFlags, flagValue, readComponentFlags} from './component-flags.ts'
import {programArguments} from './program-arguments.ts'
import {serviceCommand} from './service-command.ts'

/** The service that starts k0s on this host, and its flags. */
export interface K0sCommand {
  readonly unit: string
  readonly flags: ComponentFlags
}

/** Finds the k0s that runs a kubelet here, a worker before a controller: `probe.once(k0sCommand)`. */
export async function k0sCommand(probe: Probe): Promise<K0sCommand | undefined> {
  for (const unit of ['k0sworker.service', 'k0scontroller.service']) {
    const service = await probe.once(serviceCommand, unit)
    if (service.state !== 'found') continue
    return {unit, flags: readComponentFlags(programArguments(service.words, 'k0s') ?? service.words.slice(1))}
  }
  return undefined
}

/** Where k0s keeps what it writes (--data-dir): `probe.once(k0sDataDirectory)`. */
export async function k0sDataDirectory(probe: Probe): Promise<string> {
  const k0s = await probe.once(k0sCommand)
  return (k0s && flagValue(k0s.flags, 'data-dir')?.value) || '/var/lib/k0s'
}
