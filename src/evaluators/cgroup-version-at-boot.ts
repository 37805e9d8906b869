import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {lastKernelParameter} from '../text/kernel-cmdline.ts'
import {type OsRelease, readOsRelease} from '../text/os-release.ts'
import {isAtLeast, parseVersion} from '../text/version.ts'
import {bootCommandLine} from './boot-command-line.ts'

/**
 * Whether the next boot mounts version 2 of control groups alone, by the kernel command line or the default of the
 * distribution's systemd; for hosts that do not run.
 */
export async function isUnifiedAtBoot(probe: Probe): Promise<Leaf<boolean>> {
  const line = await probe.once(bootCommandLine)
  if (line.state === 'unknown') return unknown(line.reason, line.source)
  const asked = lastKernelParameter(line.parameters, 'systemd.unified_cgroup_hierarchy')
  if (asked) return at(/^(?:1|y|yes|t|true|on)$/i.test(asked.value ?? '1'), asked.source)
  const legacy = lastKernelParameter(line.parameters, 'systemd.legacy_systemd_cgroup_controller')
  if (legacy && /^(?:1|y|yes|t|true|on)$/i.test(legacy.value ?? '1')) return at(false, legacy.source)
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    const text = await probe.readFile(path)
    if (text.state === 'absent') continue
    const isUnified = text.state === 'read' ? defaultOf(readOsRelease(text.value)) : undefined
    return isUnified === undefined ? notKnown : at(isUnified, {kind: 'file', path})
  }
  return notKnown
}

const notKnown = unknown('which version of control groups the host boots with is not known')

/** Debian, Ubuntu, Fedora and the RHEL family chose version 2 with these releases; Amazon Linux with 2023. */
const unifiedSince: Readonly<Record<string, string>> = {
  ubuntu: '21.10',
  debian: '11',
  fedora: '31',
  amzn: '2023',
  ...Object.fromEntries(['rhel', 'centos', 'rocky', 'almalinux', 'ol'].map((id) => [id, '9'])),
}

function defaultOf({id, versionId}: OsRelease): boolean | undefined {
  const since = parseVersion(unifiedSince[id?.value ?? ''] ?? '')
  const version = parseVersion(versionId?.value ?? '')
  return since && version && isAtLeast(version, since.text)
}
