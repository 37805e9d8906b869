import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, sourceOf, Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import {isAtLeast} from '../text/version.ts'
import {configuredAddresses} from './configured-addresses.ts'
import {type DockerdSources, textOption} from './dockerd-options.ts'
import {addressPools, firstFree} from './dockerd-pools.ts'
import {type HostRoute, hostRoutes} from './host-routes.ts'

/**
 * The default bridge: its name, its network as in `172.17.0.0/16` at the next start, and the one it has now; each empty where
 * there is none.
 */
export interface DefaultBridge {
  readonly name: Leaf<string>
  readonly network: Leaf<string>
  readonly current: Leaf<string>
}

/** A bridge that Docker made for a network of the user's. */
export interface UserBridge {
  readonly name: string
  readonly network: string
  readonly source: Origin
}

/**
 * Works out the network of the default bridge at the next start: of `bip`, else the one docker0 has now, else the first
 * pool that no route of the running machine overlaps.
 */
export async function defaultBridge(probe: Probe, sources: DockerdSources): Promise<DefaultBridge> {
  const option = textOption(sources, 'bridge', at('docker0', {kind: 'default', of: 'dockerd'}))
  const routes = await probe.once(mainRoutes)
  const networkOf = (device: string) => {
    const route = routes.find((each) => each.device === device && each.gateway === undefined)
    return route && at(route.destination.canonical, route.source)
  }
  const name = option instanceof Unknown || bare(option) === 'none' ? 'docker0' : (bare(option) ?? '')
  const current = networkOf(name) ?? ''
  if (option instanceof Unknown) return {name: option, network: option, current}
  if (bare(option) === 'none') return {name: at('', sourceOf(option)), network: at('', sourceOf(option)), current}
  if (name !== 'docker0') {
    const gap = unknown(`the addresses of the bridge ${name} are not known here`, sourceOf(option))
    return {name: option, network: networkOf(name) ?? gap, current}
  }
  const network = configuredNetwork(sources) ?? networkOf(name) ?? poolNetwork(sources, await taken(probe, routes))
  return {name: option, network, current}
}

/** Bridges named `br-` and twelve digits, which Docker makes for networks beside the default one. */
export async function userBridges(probe: Probe): Promise<readonly UserBridge[]> {
  return (await probe.once(mainRoutes))
    .filter(({device, gateway}) => /^br-[0-9a-f]{12}$/.test(device) && gateway === undefined)
    .map((route) => ({name: route.device, network: route.destination.canonical, source: route.source}))
}

/** Since 28.0 a fixed range without `bip` gives the bridge its network. */
function configuredNetwork(sources: DockerdSources): Leaf<string> | undefined {
  const {version} = sources.command
  const usesFixed = !(version instanceof Unknown) && isAtLeast(version.value, '28.0')
  for (const key of usesFixed ? ['bip', 'fixed-cidr'] : ['bip']) {
    const leaf = textOption(sources, key, '')
    const text = bare(leaf)
    if (text === undefined) return leaf
    if (text === '') continue
    const parsed = parseCidr(text)
    return parsed.ok
      ? at(parsed.value.canonical, sourceOf(leaf))
      : unknown(`${key} ${parsed.problem.message}`, sourceOf(leaf))
  }
  return undefined
}

function poolNetwork(sources: DockerdSources, taken: readonly Cidr[]): Leaf<string> {
  const found = addressPools(sources)
  return found instanceof Unknown ? found : firstFree(found.pools, taken)
}

/** What Docker leaves alone when it picks a network: routes, and where no machine runs the networks of fixed addresses. */
async function taken(probe: Probe, routes: readonly HostRoute[]): Promise<readonly Cidr[]> {
  if (routes.length > 0) return routes.map(({destination}) => destination).filter(({prefix}) => prefix > 0)
  return (await probe.once(configuredAddresses)).addresses.map(({block}) => block)
}

/** The IPv4 routes of the main table; none where no machine runs. */
async function mainRoutes(probe: Probe): Promise<readonly HostRoute[]> {
  const all = await probe.once(hostRoutes)
  if (all.state !== 'read') return []
  return all.routes.filter(({destination, table}) => destination.family === 4 && table === 'main')
}
