import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {flagValue, readComponentFlags} from './component-flags.ts'
import {serviceCommand} from './service-command.ts'

/** Where cri-dockerd looks for CNI plugins and configuration, by its flags. */
export interface CriDockerdCni {
  readonly binDirs: Leaf<readonly string[]>
  readonly confDir: Leaf<string>
}

/** Reads the CNI flags of cri-dockerd's unit (network/cni of github.com/Mirantis/cri-dockerd). */
export async function criDockerdCni(probe: Probe): Promise<CriDockerdCni> {
  const service = await probe.once(serviceCommand, 'cri-docker.service')
  if (service.state === 'unknown') {
    const gap = unknown(service.reason, service.source)
    return {binDirs: gap, confDir: gap}
  }
  const flags = readComponentFlags(service.state === 'found' ? service.words.slice(1) : [])
  const bin = flagValue(flags, 'cni-bin-dir')
  const conf = flagValue(flags, 'cni-conf-dir')
  const source = {kind: 'default', of: 'cri-dockerd'} as const
  return {
    binDirs: bin ? at(bin.value.split(','), bin.source) : at(['/opt/cni/bin'], source),
    confDir: conf ?? at('/etc/cni/net.d', source),
  }
}
