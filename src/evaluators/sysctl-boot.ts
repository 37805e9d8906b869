import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {mergeSysctl, type SysctlConfig, type SysctlValue, sysctlSetting} from '../text/sysctl-conf.ts'
import {readConfDirectories} from './conf-directories.ts'

/** What sysctl.d sets a key to at the next boot; empty when no file does: `probe.once(sysctlAtBoot, 'net.ipv4.ip_forward')`. */
export async function sysctlAtBoot(probe: Probe, key: string): Promise<Leaf<string>> {
  const config = await probe.once(bootSysctls)
  if ('reason' in config) return unknown(config.reason, config.source)
  const {winner, losers} = sysctlSetting(config, key)
  if (!winner) return ''
  const overrode = losers.map((loser) => ({value: loser.value, source: origin(loser)}))
  const source: Source = overrode.length > 0 ? {...origin(winner), overrode} : origin(winner)
  return at(winner.value ?? '', source)
}

/** The files of all directories that systemd-sysctl reads; /etc/sysctl.conf counts only through a link in one of them. */
async function bootSysctls(probe: Probe): Promise<SysctlConfig | {readonly reason: string; readonly source: Origin}> {
  const read = await readConfDirectories(probe, directories)
  return read.state === 'read' ? mergeSysctl(read.files) : {reason: read.reason, source: read.source}
}

const directories = ['/etc/sysctl.d', '/run/sysctl.d', '/usr/local/lib/sysctl.d', '/usr/lib/sysctl.d', '/lib/sysctl.d']

const origin = ({path, line}: SysctlValue): Origin => ({kind: 'file', path, line})
