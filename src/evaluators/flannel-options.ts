import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located, type Unknown, unknown} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {parseGoBool, parseGoFlag} from '../text/go-flags.ts'
import {addonManifests, addonsOfKind} from './addon-manifests.ts'
import {declaredFlag} from './component-declaration.ts'
import {type ComponentFlags, flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {processEnvironment, processes, processesNamed} from './processes.ts'
import {rancherConfig} from './rancher-config.ts'

/** How flanneld is started, as far as this host tells. */
export interface FlannelOptions {
  /** A unit, process, manifest or distribution that shows them was found. */
  readonly isSeen: boolean
  /** The value of an option, from a flag or its variable; undefined where it is not given. */
  readonly option: (name: string) => Located<string> | undefined
  /** It takes the ranges of nodes from Kubernetes instead of etcd; assumed of one that is started out of sight. */
  readonly usesKubernetes: Leaf<boolean>
  /** The option that picks its interface, as in `eth1`; empty where it looks for the default route. */
  readonly interface: Leaf<string>
}

/** Reads the options of flanneld from its unit or process, of its DaemonSet from a manifest, of k3s from its configuration. */
export async function flannelOptions(probe: Probe): Promise<FlannelOptions> {
  const [{declarations}, rancher, found, gap] = await Promise.all([
    probe.once(controlPlane),
    probe.once(rancherConfig),
    manifestFlags(probe),
    environmentGap(probe),
  ])
  const own = declarations.find(({component, isInForce}) => component === 'flanneld' && isInForce)
  const manifest = own ? undefined : found
  const embedded = rancher?.distribution === 'k3s' ? rancher : undefined
  const option = (name: string) => {
    const [given] = declaredFlag(declarations, 'flanneld', name)
    return given ? at(given.value, given.source) : manifest && flagValue(manifest, name)
  }
  const isSeen = own !== undefined || manifest !== undefined || embedded !== undefined
  const kube = option('kube-subnet-mgr')
  const picked = [
    ...['iface', 'iface-regex', 'iface-can-reach', 'public-ip'].map(option),
    ...['flannel-iface', 'node-ip', 'node-external-ip'].map((name) => embedded && flagValue(embedded.flags, name)),
  ].find((given) => given !== undefined)
  return {
    isSeen,
    option,
    usesKubernetes: kube ? at(parseGoBool(kube.value) ?? true, kube.source) : own === undefined,
    interface: picked ?? gap ?? (isSeen ? at('', placeOf(own?.flags ?? manifest)) : unknown(outOfSight)),
  }
}

/** Why the variables of a flanneld that runs are not known. */
async function environmentGap(probe: Probe): Promise<Unknown | undefined> {
  const running = processesNamed(await probe.once(processes), 'flanneld')
  const readings = await Promise.all(running.map(({pid}) => processEnvironment(probe, pid)))
  const hidden = readings.find(({state}) => state === 'unreadable')
  return hidden?.state === 'unreadable'
    ? unknown(`the variables of flanneld ${hidden.reason}`, hidden.source)
    : undefined
}

const outOfSight = 'nothing on this host shows how flannel is started'

/** Where the options that are given stand, which lack the one asked for. */
function placeOf(flags: ComponentFlags | undefined): Source | undefined {
  const [first] = [...(flags?.flags.values() ?? [])]
  return first?.winner.source
}

/** The arguments of flannel's container in a manifest that an installer left. */
async function manifestFlags(probe: Probe): Promise<ComponentFlags | undefined> {
  for (const {path, document} of addonsOfKind(await probe.once(addonManifests), 'DaemonSet')) {
    const containers = itemsOf(nodeAt(document, 'spec', 'template', 'spec', 'containers')) ?? []
    for (const container of containers) {
      const words = ['command', 'args'].flatMap((key) =>
        (itemsOf(nodeAt(container, key)) ?? []).map(({value, line}) => {
          const source: Origin = {kind: 'file', path, line}
          return {text: String(value), source}
        }),
      )
      if (words[0]?.text.endsWith('/flanneld'))
        return parseGoFlag(words.slice(1), {'ip-masq': {kind: 'bool'}, 'kube-subnet-mgr': {kind: 'bool'}})
    }
  }
  return undefined
}
