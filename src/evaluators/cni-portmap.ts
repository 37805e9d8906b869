import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, unknown} from '../facts/value.ts'
import {cniOption} from '../text/cni-config.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {place} from './cni-config-record.ts'
import type {PodNetwork} from './cni-pod-network.ts'
import type {CniLoader} from './cni-winner.ts'
import {findProgram, type ProgramSearch} from './programs.ts'
import {serviceCommand} from './service-command.ts'
import {defaultServicePath} from './service-path.ts'

/** The portmap entry of a network and the firewall tools it finds; undefined where none is chained. */
export async function portmapRecord(probe: Probe, loader: CniLoader, {path, plugins}: PodNetwork) {
  const entry = plugins.find(({type}) => type?.value === 'portmap')
  if (!entry?.type) return undefined
  const source = place(path, entry.type.line)
  const backend = cniOption(entry.options, 'backend')
  const line = (node: DocumentNode | undefined) => (node ? place(path, node.line) : source)
  const service = await probe.once(serviceCommand, units[loader])
  const {directories} = service.state === 'found' ? service.path : await defaultServicePath(probe)
  const [iptables, nft] = await Promise.all(
    ['iptables', 'nft'].map((name) => probe.once(findProgram, name, directories.join(':'))),
  )
  const told = typeof backend?.value === 'string' ? backend.value : ''
  const effective = told === '' && bare(presence(iptables)) === true ? 'iptables' : told
  const conflict = conflictOf(entry.options, effective)
  return {
    hasIptables: presence(iptables),
    hasNft: presence(nft),
    backend: at(told, line(backend)),
    conflict: at(conflict?.message ?? '', line(conflict?.node ?? backend)),
  }
}

/** The services whose plugins see their PATH. */
const units: Readonly<Record<CniLoader, string>> = {
  containerd: 'containerd.service',
  'cri-o': 'crio.service',
  'cri-dockerd': 'cri-docker.service',
  dockershim: 'kubelet.service',
  '': 'containerd.service',
}

/** k3s and RKE2 bring their own tools along, which their plugins find. */
function presence(search: ProgramSearch | undefined): Leaf<boolean> {
  const own = search?.elsewhere.find(({path}) => path.startsWith('/var/lib/rancher/'))
  const found = search?.found ?? own
  if (found) return at(true, {kind: 'file', path: found.path})
  return search?.gap ? unknown(search.gap.reason, search.gap.source) : false
}

/** The checks of the plugin, in its order (plugins/meta/portmap/main.go); `markMasqBit` fits either firewall. */
function conflictOf(
  options: DocumentNode,
  backend: string,
): {readonly message: string; readonly node: DocumentNode | undefined} | undefined {
  const [bit, chain] = [cniOption(options, 'markMasqBit'), cniOption(options, 'externalSetMarkChain')]
  if (bit && chain) return {message: 'markMasqBit and externalSetMarkChain exclude each other', node: bit}
  const isBit =
    !bit || (typeof bit.value === 'number' && Number.isInteger(bit.value) && bit.value >= 0 && bit.value <= 31)
  if (!isBit) return {message: 'markMasqBit is no whole number from 0 to 31', node: bit}
  const bound = [
    ...(chain ? [{name: 'externalSetMarkChain', node: chain, backend: 'iptables'}] : []),
    ...['conditionsV4', 'conditionsV6'].flatMap((name) => {
      const node = cniOption(options, name)
      const first = itemsOf(node)?.[0]?.value
      if (!node || typeof first !== 'string' || first === '') return []
      return [{name, node, backend: /^[-!]/.test(first) ? 'iptables' : 'nftables'}]
    }),
  ]
  if (backend !== '' && backend !== 'iptables' && backend !== 'nftables') {
    return {message: `the backend '${backend}' is neither iptables nor nftables`, node: undefined}
  }
  const [first, ...others] = bound
  const wrong =
    backend === ''
      ? others.find((each) => each.backend !== first?.backend)
      : bound.find((each) => each.backend !== backend)
  if (!wrong) return undefined
  return {
    message: `${wrong.name} is written for ${wrong.backend}, not for ${backend || first?.backend}`,
    node: wrong.node,
  }
}
