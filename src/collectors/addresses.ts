import {configuredAddresses} from '../evaluators/configured-addresses.ts'
import {hostAddresses} from '../evaluators/host-networks.ts'
import {sharedSpaceUses} from '../evaluators/shared-space-use.ts'
import {virtualAddresses} from '../evaluators/virtual-addresses.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string} from '../facts/fields.ts'
import {at, unknown} from '../facts/value.ts'

const addressFields = {
  name: string('The interface and the address.'),
  interface: string('The interface; in files also a pattern or hardware address.'),
  address: string('The address with its prefix length, as in 10.0.0.5/24.'),
  network: string('The network it stands in, as in 10.0.0.0/24.'),
  family: int('4 or 6.'),
}

/** The addresses of the host’s interfaces: those the running machine has and those its configuration fixes. */
export const addresses = collector({
  name: 'addresses',
  about: 'The addresses of the host’s interfaces: those the running machine has and those its configuration fixes.',
  fields: {
    running: list('The addresses the running machine has; loopback and link-local ones are left out.', {
      ...addressFields,
      owner: string(
        'Who makes the interface: host, cni, docker, service (kube-proxy and DNS caches), container or tunnel.',
      ),
    }),
    configured: list('The fixed addresses in the host’s network configuration.', addressFields),
    isDynamic: bool('Some interface asks the network for an address.'),
    sharedSpaceUses: list('What of the host, network plugins aside, uses addresses of 100.64.0.0/10.', {
      name: string('What uses them.'),
      use: string('What uses them, with its place.'),
    }),
    virtual: list('Virtual addresses that kube-vip or keepalived move between nodes.', {
      name: string('The program and the address.'),
      program: string('kube-vip or keepalived.'),
      address: string('The address.'),
      isFixedHere: bool('The host’s network configuration gives it to an interface as well.'),
      fixedOn: string('That interface; empty when none.'),
    }),
  },
  async collect(probe) {
    const [running, configured, uses, virtual] = await Promise.all([
      probe.once(hostAddresses),
      probe.once(configuredAddresses),
      probe.once(sharedSpaceUses),
      probe.once(virtualAddresses),
    ])
    return {
      running:
        running.state === 'unknown'
          ? unknown(running.reason, running.source)
          : running.addresses.map((address) => ({...item(address), owner: address.owner})),
      configured: configured.addresses.map(item),
      isDynamic: configured.isDynamic,
      sharedSpaceUses: uses.map(({name, source}) => ({name, use: at(name, source)})),
      virtual: virtual.map(({by, address, source, fixed}) => ({
        name: `${by} ${address}`,
        program: by,
        address: at(address, source),
        isFixedHere: fixed ? at(true, fixed.source) : false,
        fixedOn: fixed ? at(fixed.interface, fixed.source) : '',
      })),
    }
  },
})

type Address = Awaited<ReturnType<typeof configuredAddresses>>['addresses'][number]

function item({interface: name, block, source}: Address) {
  const text = `${block.address}/${block.prefix}`
  return {
    name: `${name} ${text}`,
    interface: name,
    address: at(text, source),
    network: block.canonical,
    family: block.family,
  }
}
