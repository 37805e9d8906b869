import type {Probe} from '../facts/probe.ts'
import {bare, type Leaf} from '../facts/value.ts'
import type {Source} from '../source.ts'
import type {CniFile} from './cni-files.ts'
import {type CniNetwork, networkNamed} from './cni-networks.ts'
import type {CniLoader} from './cni-winner.ts'
import {flagValue} from './component-flags.ts'
import {criDockerd} from './cri-dockerd.ts'
import {isKubeletConfigured} from './kubelet-configured.ts'
import {overlayPlugin, overlayPluginGap} from './overlay-plugin.ts'
import {toldStatements} from './told-statements.ts'

/** The network plugin expected on a host, and what its pods put in place; `known` where it is one of the table. */
export interface ExpectedNetwork {
  readonly name: Leaf<string>
  readonly fillsDirectories: Leaf<boolean>
  readonly installsPlugins: Leaf<boolean>
  readonly known: {readonly network: CniNetwork; readonly source: Source} | undefined
}

/** The network expected here, by what is told, configured or found. */
export async function expectedNetwork(probe: Probe): Promise<ExpectedNetwork> {
  const [expected, gap] = await Promise.all([probe.once(overlayPlugin), probe.once(overlayPluginGap)])
  if (gap) return {name: gap, fillsDirectories: gap, installsPlugins: gap, known: undefined}
  const network = networkNamed(expected?.value ?? '')
  return {
    name: expected ?? '',
    fillsDirectories: network?.installs.includes('loopback') ?? false,
    installsPlugins: (network?.installs.length ?? 0) > 0,
    known: network && expected && {network, source: expected.source},
  }
}

/** Whether pods are meant to be attached by CNI: a configuration is here, or the user names a network that comes as CNI only. */
export async function isCniExpected(probe: Probe, files: readonly CniFile[]): Promise<boolean> {
  const [statement] = await toldStatements(probe, 'networkPlugin')
  const isTold = statement !== undefined && !dockerNetworks.has(statement.value)
  return isTold || files.some(({isLoadable, isSample}) => isLoadable && !isSample)
}

/** Networks that may also be Docker's own: flannel by the options of dockerd, Weave by its proxy. */
const dockerNetworks: ReadonlySet<string> = new Set(['none', 'kubenet', 'flannel', 'weave', 'bridge', 'other'])

/** Whether this host's way to Docker is told to attach pods in another way than by CNI, or left at its default of doing so. */
export async function bypassesCni(probe: Probe, loader: CniLoader, dockershimPlugin: Leaf<string>): Promise<boolean> {
  if (loader === 'dockershim') {
    return (await isKubeletConfigured(probe)) && ['', 'kubenet'].includes(bare(dockershimPlugin) ?? 'cni')
  }
  if (loader !== 'cri-dockerd') return false
  const shim = await probe.once(criDockerd)
  const plugin = shim.state === 'found' ? flagValue(shim.flags, 'network-plugin')?.value : undefined
  return plugin !== undefined && plugin !== 'cni'
}
