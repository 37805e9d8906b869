import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown} from '../facts/value.ts'
import {overlayCalico} from './overlay-calico.ts'
import {overlayCilium} from './overlay-cilium.ts'
import {type FlannelNetwork, overlayFlannel} from './overlay-flannel.ts'
import {type OverlayNetwork, unknownNetwork} from './overlay-network.ts'
import {overlayPlugin, overlayPluginGap} from './overlay-plugin.ts'
import {overlayWeave} from './overlay-weave.ts'

/** The network plugin of this host and what it is known to do. */
export interface Overlay extends OverlayNetwork {
  readonly plugin: Located<string>
  /** Of flannel, also where it is a part of canal. */
  readonly flannel?: FlannelNetwork
}

/** Finds the network plugin and reads its settings; undefined where no plugin is found or the user says there is none. */
export async function overlayOf(probe: Probe): Promise<Overlay | undefined> {
  const plugin = await probe.once(overlayPlugin)
  if (!plugin || plugin.value === 'none') return undefined
  if (plugin.value === 'flannel' || plugin.value === 'canal') {
    const flannel = await probe.once(overlayFlannel)
    return {...flannel, plugin, flannel}
  }
  return {...(await networkOf(probe, plugin.value)), plugin}
}

/** Why nobody can tell the network plugin of this host or its ranges. */
export async function overlayGap(probe: Probe): Promise<Unknown | undefined> {
  return (await probe.once(overlayPluginGap)) ?? (await probe.once(overlayOf))?.gap
}

async function networkOf(probe: Probe, plugin: string): Promise<OverlayNetwork> {
  if (plugin === 'weave') return probe.once(overlayWeave)
  if (plugin === 'calico') return probe.once(overlayCalico)
  if (plugin === 'cilium') return probe.once(overlayCilium)
  return {...unknownNetwork, masquerades: at(masqueradingPlugins.has(plugin), {kind: 'default', of: plugin})}
}

const masqueradingPlugins: ReadonlySet<string> = new Set([
  'antrea',
  'aws-vpc-cni',
  'kindnet',
  'kube-router',
  'kubenet',
  'ovn-kubernetes',
])
