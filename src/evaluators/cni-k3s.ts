import type {Probe} from '../facts/probe.ts'
import {at} from '../facts/value.ts'
import type {Source} from '../source.ts'
import type {CniSetup} from './cni-setup.ts'
import {flagValue} from './component-flags.ts'
import {rancherConfig} from './rancher-config.ts'

/**
 * The directories k3s gives its containerd when it starts and flannel is not switched off: plugins lie in `data/cni` since
 * the releases of October 2024, before that in the release's own directory. Undefined where k3s leaves the defaults.
 */
export async function k3sDirectories(probe: Probe): Promise<Pick<CniSetup, 'confDir' | 'binDirs'> | undefined> {
  const rancher = await probe.once(rancherConfig)
  if (rancher?.distribution !== 'k3s' || flagValue(rancher.flags, 'flannel-backend')?.value === 'none') return undefined
  const dataDir = flagValue(rancher.flags, 'data-dir')?.value ?? '/var/lib/rancher/k3s'
  const source: Source = {kind: 'default', of: 'k3s'}
  const [shared, own] = [`${dataDir}/data/cni`, `${dataDir}/data/current/bin`] as const
  const statuses = await probe.status([shared, own], {follow: true})
  const isOld = statuses.get(shared)?.state === 'absent' && statuses.get(own)?.state === 'read'
  return {confDir: at(`${dataDir}/agent/etc/cni/net.d`, source), binDirs: [at(isOld ? own : shared, source)]}
}
