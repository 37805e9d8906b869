import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {flagValue} from './component-flags.ts'
import {criDockerd} from './cri-dockerd.ts'

/** Where cri-dockerd looks for CNI plugins and configuration, by its flags. */
export interface CriDockerdCni {
  readonly binDirs: Leaf<readonly string[]>
  readonly confDir: Leaf<string>
}

/** Reads the CNI flags of cri-dockerd (network/cni of github.com/Mirantis/cri-dockerd). */
export async function criDockerdCni(probe: Probe): Promise<CriDockerdCni> {
  const found = await probe.once(criDockerd)
  if (found.state === 'unknown') {
    const gap = unknown(found.reason, found.source)
    return {binDirs: gap, confDir: gap}
  }
  const flag = (name: string) => (found.state === 'found' ? flagValue(found.flags, name) : undefined)
  const [bin, conf] = [flag('cni-bin-dir'), flag('cni-conf-dir')]
  const source = {kind: 'default', of: 'cri-dockerd'} as const
  return {
    binDirs: bin ? at(bin.value.split(','), bin.source) : at(['/opt/cni/bin'], source),
    confDir: conf ?? at('/etc/cni/net.d', source),
  }
}
