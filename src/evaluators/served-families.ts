import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {nodeAt} from '../text/document.ts'
import {hostLocalSections} from './node-ranges.ts'
import {overlayOf} from './overlay.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'

/**
 * The address families that pods get by what this host says: flannel's network where it was set, the ranges of host-local, or
 * what Calico's allocator is told to assign; none where nothing tells. In the order ipv4, ipv6, with the place that tells.
 */
export async function servedFamilies(probe: Probe): Promise<Located<readonly string[]> | readonly string[]> {
  const [overlay, sections] = await Promise.all([probe.once(overlayOf), probe.once(hostLocalSections)])
  if (overlay?.flannel && overlay.basis === 'set') {
    const families = overlay.networks.flatMap(({value}) => value.split(',')).flatMap(familyOf)
    const source = overlay.networks[0]?.source
    return source ? at(inOrder(families), source) : inOrder(families)
  }
  const blocks = sections.flatMap(({sets}) => sets.flat()).flatMap(({block}) => (block ? [`ipv${block.family}`] : []))
  const [section] = sections
  const line = section?.sets[0]?.[0]?.line
  if (!section || line === undefined) return calicoFamilies(probe)
  return at(inOrder(blocks), {kind: 'file', path: section.path, line})
}

/** calico-ipam assigns IPv4 addresses unless told not to, and IPv6 addresses only when told to; booleans may be texts. */
async function calicoFamilies(probe: Probe): Promise<Located<readonly string[]> | readonly string[]> {
  const config = await probe.once(overlayCniConfig)
  for (const plugin of config?.plugins ?? []) {
    const ipam = nodeAt(plugin, 'ipam')
    if (nodeAt(ipam, 'type')?.value !== 'calico-ipam' || !config || !ipam) continue
    const [ipv4, ipv6] = ['assign_ipv4', 'assign_ipv6'].map((key) => String(nodeAt(ipam, key)?.value))
    const families = [...(ipv4 === 'false' ? [] : ['ipv4']), ...(ipv6 === 'true' ? ['ipv6'] : [])]
    return at(families, {kind: 'file', path: config.path, line: ipam.line})
  }
  return []
}

function familyOf(text: string): readonly string[] {
  const parsed = parseCidr(text.trim())
  return parsed.ok ? [`ipv${parsed.value.family}`] : []
}

const inOrder = (families: readonly string[]) => ['ipv4', 'ipv6'].filter((family) => families.includes(family))
