import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {cniOption, textOf} from '../text/cni-config.ts'
import type {CniFile} from './cni-files.ts'
import {cniNeeds} from './cni-needs.ts'
import {type CniNetwork, cniNetworks, isMetaPlugin, networkOf, partsOf} from './cni-networks.ts'
import {flagValue} from './component-flags.ts'
import {overlayPlugin} from './overlay-plugin.ts'
import {processes, processesNamed} from './processes.ts'
import {type RancherConfig, rancherConfig} from './rancher-config.ts'

/** The networks that rightly have devices, rules and state on this host, and the bridges of their configurations. */
export interface NetworksInUse {
  /** Whether a network is in use: by its configuration, by what is told, or because its agent runs. */
  isInUse(network: string, source: Source): Leaf<boolean>
  readonly bridges: ReadonlySet<string>
  /** The names that configurations give their networks. */
  readonly names: ReadonlySet<string>
  /** A configuration that cannot be read, which may give its network another name. */
  readonly unread: Unknown | undefined
  /** Pods may get further networks, whose configurations the cluster keeps. */
  readonly hasNetworksOfCluster: boolean
}

/** Tells the networks in use of a host where one of these files is the configuration that counts. */
export async function networksInUse(
  probe: Probe,
  files: readonly CniFile[],
  winner: CniFile | undefined,
): Promise<NetworksInUse> {
  const loadable = files.filter((file) => file.isLoadable)
  const isMeta = isMetaPlugin(winner?.config.plugins[0]?.type?.value ?? '')
  const active = isMeta ? loadable : winner ? [winner] : []
  const [expected, all, rancher] = await Promise.all([
    probe.once(overlayPlugin),
    probe.once(processes),
    probe.once(rancherConfig),
  ])
  const isTold = expected !== undefined && !isTrace(expected.source)
  const isRunning = ({name, agents}: CniNetwork) =>
    (agents.length > 0 && agents.every((agent) => processesNamed(all, agent).length > 0)) ||
    (name === 'flannel' && embedsFlannel(rancher))
  const running = cniNetworks.filter(isRunning)
  const configured = active.flatMap(networksOf).flatMap(partsOf)
  const isFlannelOnly = running.some(({name}) => name === 'flannel') && !configured.includes('flannel')
  const others = [...(isTold ? [expected.value] : []), ...running.map(({name}) => name)]
  const used = new Set([...configured, ...others.flatMap(partsOf)])
  const unread = active.find(({config, gap}) => gap || (config.problem && config.plugins.length === 0))
  const hiddenName = files.find(({gap}) => gap)
  return {
    isInUse: (network, source) => {
      if (used.has(network)) return at(true, source)
      if (unread) return unknown(`${unread.path} cannot be read, so whether ${network} is in use cannot be told`)
      return all.state === 'read' ? at(false, source) : unknown(`whether ${network} runs cannot be seen: ${all.reason}`)
    },
    bridges: new Set([...active.flatMap(bridgesOf), ...(isFlannelOnly ? ['cni0'] : [])]),
    unread: hiddenName && unknown(`${hiddenName.path} cannot be read, so the name of its network cannot be told`),
    names: new Set(files.flatMap(({config}) => (config.name ? [config.name.value] : []))),
    hasNetworksOfCluster: isMeta,
  }
}

/** k3s runs flannel inside its own process unless it is told not to. */
function embedsFlannel(rancher: RancherConfig | undefined): boolean {
  return (
    rancher?.distribution === 'k3s' &&
    rancher.unit !== undefined &&
    flagValue(rancher.flags, 'flannel-backend')?.value !== 'none'
  )
}

/** A leftover must not vouch for itself. */
function isTrace(source: Source): boolean {
  return source.kind === 'file' && /^\/(?:sys\/class\/net|run\/flannel)\//.test(source.path)
}

/** A chain may hold plugins of several networks, as Cilium's behind the AWS plugin. */
function networksOf({name, config}: CniFile): readonly string[] {
  const types = cniNeeds(config.plugins).map(({type}) => type)
  return [networkOf(name, types), ...types.map((type) => networkOf('', [type]))]
}

function bridgesOf({config}: CniFile): readonly string[] {
  return config.plugins.flatMap(({type, options}) => {
    const bridge = type?.value === 'flannel' ? cniOption(options, 'delegate') : options
    return type?.value === 'flannel' || type?.value === 'bridge'
      ? [textOf(cniOption(bridge, 'bridge'))?.value ?? 'cni0']
      : []
  })
}
