import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {type DeviceOwner, deviceOwner} from './device-owner.ts'
import {networkLinks} from './network-links.ts'

/** An address of the running machine and the network it stands in; link-local and loopback addresses are left out. */
interface HostAddress {
  readonly interface: string
  readonly owner: DeviceOwner
  readonly block: Cidr
  readonly source: Origin
}

/** The addresses of every interface, or why they could not be listed. */
export type HostAddresses =
  | {
      readonly state: 'read'
      readonly addresses: readonly HostAddress[]
      /** The names of all interfaces, those without addresses among them. */
      readonly devices: readonly string[]
      readonly source: Origin
    }
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Lists the addresses of the running machine: `probe.once(hostAddresses)`. */
export async function hostAddresses(probe: Probe): Promise<HostAddresses> {
  const all = await probe.once(networkLinks)
  if (all.state === 'unknown') return all
  const {source} = all
  const addresses = all.links.flatMap(({name, addresses: own}) =>
    own.flatMap(({address, prefix, scope}) => {
      const block = parseCidr(`${address}/${prefix}`)
      const isWanted = block.ok && scope === 'global' && !isLocal(block.value)
      return isWanted ? [{interface: name, owner: deviceOwner(name), block: block.value, source}] : []
    }),
  )
  return {state: 'read', addresses, devices: all.links.map(({name}) => name), source}
}

/** Why the addresses of a running host that has a tool to list them cannot be told. */
export async function hostAddressesGap(probe: Probe): Promise<Unknown | undefined> {
  const all = await probe.once(hostAddresses)
  if (all.state === 'read' || probe.mode === 'root') return undefined
  const isToolThere = (await probe.run(['ip', '-j', 'addr'])).state !== 'absent'
  return isToolThere ? unknown(all.reason, all.source) : undefined
}

/** Loopback and link-local addresses mean the same on every host. */
function isLocal({address, network}: Cidr): boolean {
  return /^(127\.|169\.254\.)/.test(address) || /^fe[89ab]/.test(network) || address === '::1'
}
