import {overlayOf} from '../evaluators/overlay.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, string, strings} from '../facts/fields.ts'
import {absent} from '../facts/value.ts'

/** The network that connects pods: which plugin makes it, its ranges and how it carries and masquerades traffic. */
export const overlay = collector({
  name: 'overlay',
  about: 'The network that connects pods: its plugin, its ranges, and how it carries and masquerades traffic.',
  fields: {
    plugin: string(
      'The network plugin, as in flannel, weave, calico, cilium or bridge; other when it is none we know.',
    ),
    network: string('The range of all pods, of the first family; empty when nothing on this host tells.'),
    networks: strings('The ranges of all pods, one of each family.'),
    rangeBasis: string(
      'Whether the ranges were set, are the default, or are the default unless set out of sight (assumed); empty when unknown.',
    ),
    subnet: string('The part of the range that this node has; empty when nothing tells.'),
    subnets: strings('The parts of the ranges that this node has, one of each family.'),
    masquerades: bool('It masquerades what pods send out of the cluster.'),
    backend: string('How it carries packets to other nodes, as in vxlan or host-gw; empty when unknown.'),
    interface: string('The interface it was told to use; empty when it picks one.'),
    mtuBytes: int('The MTU it gives to pods; 0 when unknown.'),
  },
  async collect(probe) {
    const found = await probe.once(overlayOf)
    if (!found) return absent('no network plugin was found on this host')
    const {plugin, networks, basis, subnets, masquerades, backend, mtuBytes} = found
    return {
      plugin,
      network: networks[0] ?? '',
      networks,
      rangeBasis: basis,
      subnet: subnets[0] ?? '',
      subnets,
      masquerades,
      backend,
      interface: found.interface,
      mtuBytes,
    }
  },
})
