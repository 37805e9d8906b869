import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {addonVariables} from './addon-environment.ts'
import {type AddonObject, addonManifests, addonsOfKind} from './addon-manifests.ts'
import {type OverlayNetwork, unknownNetwork} from './overlay-network.ts'
import {processEnvironment, processes, processesNamed} from './processes.ts'

/** What Calico does on this host, from its manifests and the environment its agent was started with. */
export async function overlayCalico(probe: Probe): Promise<OverlayNetwork> {
  const [objects, environment] = await Promise.all([probe.once(addonManifests), agentEnvironment(probe)])
  const variable = (name: string): Located<string> | undefined =>
    environment.get(name) ?? addonVariables(objects, name)[0]
  const pools = [
    ...['CALICO_IPV4POOL_CIDR', 'CALICO_IPV6POOL_CIDR'].flatMap((name) => variable(name) ?? []),
    ...declaredPools(objects),
  ]
  const outgoing = variable('CALICO_IPV4POOL_NAT_OUTGOING')
  return {
    ...unknownNetwork,
    networks: pools,
    basis: pools.length > 0 ? 'set' : '',
    masquerades: outgoing ? at(outgoing.value !== 'false', outgoing.source) : at(true, {kind: 'default', of: 'calico'}),
    backend: backendOf(variable),
  }
}

/** A pool that is disabled hands out no addresses any more. */
function declaredPools(objects: readonly AddonObject[]): readonly Located<string>[] {
  const pools = addonsOfKind(objects, 'IPPool').map(({path, document}) => ({path, pool: nodeAt(document, 'spec')}))
  const installed = addonsOfKind(objects, 'Installation').flatMap(({path, document}) =>
    (itemsOf(nodeAt(document, 'spec', 'calicoNetwork', 'ipPools')) ?? []).map((pool) => ({path, pool})),
  )
  return [...pools, ...installed].flatMap(({path, pool}) => {
    const cidr: DocumentNode | undefined = nodeAt(pool, 'cidr')
    const isUsed = typeof cidr?.value === 'string' && nodeAt(pool, 'disabled')?.value !== true
    return isUsed && cidr ? [at(String(cidr.value), {kind: 'file' as const, path, line: cidr.line})] : []
  })
}

function backendOf(variable: (name: string) => Located<string> | undefined) {
  const vxlan = variable('CALICO_IPV4POOL_VXLAN')
  if (vxlan && vxlan.value !== 'Never') return at('vxlan', vxlan.source)
  const ipip = variable('CALICO_IPV4POOL_IPIP')
  if (ipip && ipip.value !== 'Never' && ipip.value !== 'Off') return at('ipip', ipip.source)
  return vxlan || ipip ? at('bgp', (vxlan ?? (ipip as Located<string>)).source) : ''
}

/** Only root may read the environment of the agent. */
async function agentEnvironment(probe: Probe): Promise<ReadonlyMap<string, Located<string>>> {
  const [agent] = processesNamed(await probe.once(processes), 'calico-node')
  const read = agent && (await processEnvironment(probe, agent.pid))
  if (read?.state !== 'read') return new Map()
  return new Map([...read.value].map(([name, value]) => [name, at(value, read.source)]))
}
