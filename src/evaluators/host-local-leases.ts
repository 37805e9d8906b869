import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type IpAddress, parseIp} from '../text/ip-address.ts'

/** An address host-local has given to a container. */
export interface HostLocalLease {
  readonly address: IpAddress
  readonly path: string
}

/** The leases of a network; none where its directory does not exist. */
export type HostLocalLeases =
  | {readonly state: 'read'; readonly leases: readonly HostLocalLease[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Lists the files named like addresses in a network's directory, which are its leases: `lock` and `last_reserved_ip.*` are none. */
export async function hostLocalLeases(probe: Probe, directory: string): Promise<HostLocalLeases> {
  const listed = await probe.list(directory)
  if (listed.state === 'unreadable') {
    return {state: 'unknown', reason: `${directory} ${listed.reason}`, source: listed.source}
  }
  const names = listed.state === 'read' ? listed.value : []
  return {
    state: 'read',
    leases: names.flatMap((name) => {
      const parsed = parseIp(name)
      return parsed.ok ? [{address: parsed.value, path: `${directory}/${name}`}] : []
    }),
  }
}

/** The container a lease was given to, by the first line of its file; undefined where that cannot be read. */
export async function leaseHolder(probe: Probe, lease: HostLocalLease): Promise<string | undefined> {
  const text = await probe.readFile(lease.path)
  return text.state === 'read' ? text.value.trim().split(/\s/)[0] : undefined
}
