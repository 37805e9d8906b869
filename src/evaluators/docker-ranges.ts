import type {Probe} from '../facts/probe.ts'
import {bare, sourceOf, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {parseCidr} from '../text/cidr.ts'
import {defaultBridge, userBridges} from './dockerd-bridge.ts'
import {dockerdSources, textOption} from './dockerd-options.ts'
import {addressPools} from './dockerd-pools.ts'
import type {NamedRange} from './range-pairs.ts'

/** The ranges of the host's Docker: its bridges, the pools it was given, and its default bridge where `bip` fixes that. */
export interface DockerRanges {
  readonly bridges: readonly NamedRange[]
  readonly pools: readonly NamedRange[]
  readonly fixedBridge: readonly NamedRange[]
}

/** Reads Docker's ranges; none where there is no dockerd. */
export async function dockerRanges(probe: Probe): Promise<DockerRanges> {
  const sources = await probe.once(dockerdSources)
  if (!('command' in sources)) return {bridges: [], pools: [], fixedBridge: []}
  const [main, users] = await Promise.all([defaultBridge(probe, sources), userBridges(probe)])
  const pools = addressPools(sources)
  const own = pools instanceof Unknown || !pools.isOwn ? [] : pools.pools
  const bridge = dockerRange(bare(main.name) || 'docker0', bare(main.network) ?? '', sourceOf(main.network))
  return {
    bridges: [...bridge, ...users.flatMap(({name, network, source}) => dockerRange(name, network, source))],
    pools: own.flatMap(({block, source}) => dockerRange('a pool of Docker', block.canonical, source)),
    fixedBridge: bare(textOption(sources, 'bip', '')) ? bridge : [],
  }
}

function dockerRange(name: string, text: string, source: Source | undefined): readonly NamedRange[] {
  const parsed = parseCidr(text)
  return parsed.ok ? [{name, by: 'docker', purpose: 'docker', cidr: parsed.value, text, source}] : []
}
