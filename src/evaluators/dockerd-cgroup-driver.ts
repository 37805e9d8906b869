import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {isAtLeast} from '../text/version.ts'
import {isUnifiedAtBoot} from './cgroup-version-at-boot.ts'
import {type DockerdSources, textsOption} from './dockerd-options.ts'
import {initSystem} from './init-system.ts'

/**
 * How Docker makes control groups: as `native.cgroupdriver` of its exec-opts says, else cgroupfs; since 20.10 systemd where
 * the host has cgroup version 2 alone and systemd (moby daemon/daemon_unix.go, UsingSystemd).
 */
export async function dockerdCgroupDriver(probe: Probe, sources: DockerdSources): Promise<Leaf<string>> {
  const options = textsOption(sources, 'exec-opts')
  if (options instanceof Unknown) return options
  for (const {text, source} of options) {
    const [, value] = /^\s*native\.cgroupdriver\s*=\s*(\S+)/i.exec(text) ?? []
    if (value !== undefined) return at(value, source)
  }
  const cgroupfs = at('cgroupfs', {kind: 'default', of: 'dockerd'} as const)
  const {version} = sources.command
  if (!(version instanceof Unknown) && !isAtLeast(version.value, '20.10')) return cgroupfs
  const isUnified = await hasUnifiedHierarchy(probe)
  if (isUnified instanceof Unknown) return isUnified
  const init = bare(await probe.once(initSystem))
  if (!isUnified || (init !== undefined && init !== 'systemd')) return cgroupfs
  return version instanceof Unknown ? version : at('systemd', {kind: 'default', of: 'dockerd'})
}

/** Version 2 alone shows its controllers at the root of the hierarchy; a host that does not run has none yet. */
async function hasUnifiedHierarchy(probe: Probe): Promise<boolean | Unknown> {
  if (probe.mode !== 'root') {
    const [controllers, mounts] = ['/sys/fs/cgroup/cgroup.controllers', '/sys/fs/cgroup'] as const
    const statuses = await probe.status([controllers, mounts])
    if (statuses.get(controllers)?.state === 'read') return true
    if (statuses.get(mounts)?.state === 'read') return false
    const text = await probe.readFile('/proc/mounts')
    if (text.state === 'read') return /^\S+ \/sys\/fs\/cgroup cgroup2 /m.test(text.value)
    if (text.state === 'unreadable') {
      return unknown('which version of control groups the host has is not known', text.source)
    }
  }
  const atBoot = await isUnifiedAtBoot(probe)
  return atBoot instanceof Unknown ? atBoot : bare(atBoot) === true
}
