import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, Unknown} from '../facts/value.ts'
import {parseIp} from '../text/ip-address.ts'
import {hostAddresses, hostAddressesGap} from './host-networks.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'

/**
 * The family of the address the node registers first: that of --node-ip, else the only family of the host's own addresses;
 * 0 where both families are there and the kubelet or a cloud decides, or nothing tells.
 */
export async function nodeFamily(probe: Probe): Promise<Leaf<number>> {
  const nodeIp = kubeletFlag(await probe.once(kubeletConfig), 'node-ip')
  if (nodeIp && !(nodeIp instanceof Unknown) && nodeIp.value !== '') {
    const first = parseIp(nodeIp.value.split(',')[0]?.trim() ?? '')
    const isUnspecified = /^(0\.0\.0\.0|::)$/.test(nodeIp.value)
    if (first.ok) return at(isUnspecified ? (nodeIp.value === '::' ? 6 : 4) : first.value.family, nodeIp.source)
  }
  const all = await probe.once(hostAddresses)
  if (all.state === 'unknown') return (await hostAddressesGap(probe)) ?? 0
  const families = new Set(all.addresses.filter(({owner}) => owner === 'host').map(({block}) => block.family))
  const [only] = families
  return families.size === 1 && only !== undefined ? at(only, all.source) : 0
}
