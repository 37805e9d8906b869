import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {hostLocalSections} from './node-ranges.ts'
import {overlayOf} from './overlay.ts'

/**
 * The address families that pods get by what this host says: flannel's network where it was set, or the ranges of
 * host-local; none where neither tells. In the order ipv4, ipv6, with the place that tells.
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
  if (!section || line === undefined) return []
  return at(inOrder(blocks), {kind: 'file', path: section.path, line})
}

function familyOf(text: string): readonly string[] {
  const parsed = parseCidr(text.trim())
  return parsed.ok ? [`ipv${parsed.value.family}`] : []
}

const inOrder = (families: readonly string[]) => ['ipv4', 'ipv6'].filter((family) => families.includes(family))
