import type {Probe} from '../facts/probe.ts'
import {parseCidr} from '../text/cidr.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {parseIp} from '../text/ip-address.ts'
import {parseYaml} from '../text/yaml.ts'
import {addonManifests, addonsOfKind} from './addon-manifests.ts'
import type {NamedRange} from './range-pairs.ts'

/** The pools that manifests on this host give to MetalLB and to Cilium's load balancer. */
export async function loadBalancerPools(probe: Probe): Promise<readonly NamedRange[]> {
  const objects = await probe.once(addonManifests)
  const metal = addonsOfKind(objects, 'IPAddressPool').flatMap(({path, document}) =>
    texts(nodeAt(document, 'spec', 'addresses'), path, 'metallb'),
  )
  const cilium = addonsOfKind(objects, 'CiliumLoadBalancerIPPool').flatMap(({path, document}) =>
    [
      ...(itemsOf(nodeAt(document, 'spec', 'blocks')) ?? []),
      ...(itemsOf(nodeAt(document, 'spec', 'cidrs')) ?? []),
    ].flatMap((block) => {
      const [cidr, start, stop] = ['cidr', 'start', 'stop'].map((key) => nodeAt(block, key))
      if (cidr) return poolRange(String(cidr.value), path, cidr.line, 'cilium')
      return start ? poolRange(`${start.value}-${stop?.value ?? start.value}`, path, start.line, 'cilium') : []
    }),
  )
  const old = addonsOfKind(objects, 'ConfigMap').flatMap(({path, document}) => {
    const config = nodeAt(document, 'data', 'config')
    const parsed = typeof config?.value === 'string' ? parseYaml(config.value) : undefined
    const pools = parsed?.ok ? (itemsOf(nodeAt(parsed.value, 'address-pools')) ?? []) : []
    return pools.flatMap((pool) => texts(nodeAt(pool, 'addresses'), path, 'metallb', config?.line))
  })
  return [...metal, ...cilium, ...old]
}

function texts(list: DocumentNode | undefined, path: string, by: string, offset = 0): readonly NamedRange[] {
  return (itemsOf(list) ?? []).flatMap(({value, line}) => poolRange(String(value), path, line + offset, by))
}

/** A pool is a block or a pair of addresses; of a pair each whole address counts as the smallest block that holds both. */
function poolRange(text: string, path: string, line: number, by: string): readonly NamedRange[] {
  const [start = '', end] = text.split('-').map((part) => part.trim())
  const parsed = end === undefined ? parseCidr(start.includes('/') ? start : `${start}/32`) : covering(start, end)
  if (!parsed.ok) return []
  const source = {kind: 'file' as const, path, line}
  return [{name: `a pool of ${by}`, by, purpose: 'load balancer', cidr: parsed.value, text, source}]
}

function covering(start: string, end: string): ReturnType<typeof parseCidr> {
  const [first, last] = [parseIp(start), parseIp(end)]
  if (!first.ok) return first
  if (!last.ok) return last
  const bits = first.value.family === 4 ? 32 : 128
  const prefix = bits - (first.value.value ^ last.value.value).toString(2).replace(/^0$/, '').length
  const block = parseCidr(`${start}/${prefix}`)
  if (!block.ok) return block
  return {ok: true, value: {...block.value, first: first.value.value, last: last.value.value}}
}
