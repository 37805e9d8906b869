import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'

/** What starts services: `systemd`, `openrc`, `runit`, `sysvinit`, `procd`, or what process 1 is called; empty when nothing does. */
export async function initSystem(probe: Probe): Promise<Leaf<string>> {
  const first = probe.mode === 'root' ? undefined : await probe.readFile('/proc/1/comm')
  const comm = first?.state === 'read' ? first.value.trim() : ''
  if (first && ['systemd', 'runit', 'procd', 's6-svscan', 'machined'].includes(comm)) return at(comm, first.source)
  const statuses = await probe.status(
    traces.map(([path]) => path),
    {follow: true},
  )
  for (const [path, name] of traces) {
    const status = statuses.get(path)
    if (status?.state === 'read') return at(name, {kind: 'file', path})
  }
  const refused = [...statuses.values()].find(({state}) => state === 'unreadable')
  if (refused?.state === 'unreadable') return unknown(refused.reason, refused.source)
  return first ? at(comm, first.source) : ''
}

/** What an init system leaves on disk, the surest first: unit directories lie on hosts of other systems as well. */
const traces: readonly (readonly [path: string, name: string])[] = [
  ['/sbin/openrc', 'openrc'],
  ['/lib/systemd/systemd', 'systemd'],
  ['/usr/lib/systemd/systemd', 'systemd'],
  ['/etc/runit', 'runit'],
  ['/etc/inittab', 'sysvinit'],
  ['/usr/lib/systemd/system', 'systemd'],
  ['/lib/systemd/system', 'systemd'],
  ['/etc/systemd/system', 'systemd'],
]
