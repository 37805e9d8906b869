import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {addressSpace} from '../text/address-space.ts'
import {configuredAddresses} from './configured-addresses.ts'
import {hostAddresses} from './host-networks.ts'
import {nameServers} from './name-servers.ts'
import {unit} from './unit.ts'

/** Something of this host that uses addresses of 100.64.0.0/10. */
export interface SharedSpaceUse {
  readonly name: string
  readonly source: Source
}

/** Interfaces, fixed addresses and name servers in 100.64.0.0/10 that no network plugin made, and Tailscale, which lives there. */
export async function sharedSpaceUses(probe: Probe): Promise<readonly SharedSpaceUse[]> {
  const [live, configured, resolvers, tailscale] = await Promise.all([
    probe.once(hostAddresses),
    probe.once(configuredAddresses),
    probe.once(nameServers),
    probe.once(unit, 'tailscaled.service'),
  ])
  const own = live.state === 'read' ? live.addresses.filter(({owner}) => owner === 'host' || owner === 'tunnel') : []
  const addresses = [...own, ...configured.addresses]
    .filter(({block}) => addressSpace(block).space === 'shared')
    .map(({interface: name, block, source}) => ({name: `${name} has ${block.address}/${block.prefix}`, source}))
  const asked = resolvers
    .filter(({address}) => /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(address))
    .map(({address, source}) => ({name: `the name server is ${address}`, source}))
  const installed: readonly SharedSpaceUse[] =
    tailscale.state === 'found' ? [{name: 'Tailscale is installed', source: {kind: 'file', path: tailscale.path}}] : []
  return [...addresses, ...asked, ...installed]
}
