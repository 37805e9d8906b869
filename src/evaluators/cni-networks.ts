/**
 * What a network plugin is made of on a node: how its configuration is recognised, which CNI plugins it runs, which of them
 * it installs by itself, and what it leaves on the host.
 */
export interface CniNetwork {
  /** In the names of `--network-plugin`. */
  readonly name: string
  /** Plugin types that only this network uses. */
  readonly types: readonly string[]
  /** File names, without extension and leading number, that are this network's whatever types they chain. */
  readonly files?: RegExp
  /** Plugins that its own configuration runs, `loopback` left out. */
  readonly needs: readonly string[]
  /** Plugins that its pods copy to the host. */
  readonly installs: readonly string[]
  /** Programs of its agents, all of which run. */
  readonly agents: readonly string[]
  /** Devices, chains of the packet filter and directories of state that only this network makes. */
  readonly devices?: RegExp
  readonly chains?: RegExp
  readonly directories?: readonly string[]
}

/** The networks whose footprint is known, those recognised by file name first. */
export const cniNetworks: readonly CniNetwork[] = [
  {
    name: 'canal',
    types: [],
    files: /^canal$/,
    needs: ['calico', 'host-local', 'portmap', 'bandwidth'],
    installs: ['calico', 'calico-ipam', 'host-local', 'loopback', 'portmap', 'tuning', 'bandwidth', 'flannel'],
    agents: ['calico-node', 'flanneld'],
  },
  {
    name: 'kube-router',
    types: [],
    files: /^kube-?router/,
    needs: ['bridge', 'host-local', 'portmap'],
    installs: ['bridge', 'host-local', 'portmap', 'loopback'],
    agents: ['kube-router'],
    devices: /^kube-bridge$/,
  },
  {
    name: 'kindnet',
    types: [],
    files: /^kindnet/,
    needs: ['ptp', 'host-local', 'portmap'],
    installs: [],
    agents: ['kindnetd'],
  },
  {
    name: 'flannel',
    types: ['flannel'],
    needs: ['flannel', 'bridge', 'host-local', 'portmap'],
    installs: ['flannel'],
    agents: ['flanneld'],
    devices: /^flannel(?:-v6)?\.\d+$/,
    chains: /^FLANNEL-/,
    directories: ['/var/lib/cni/flannel', '/run/flannel'],
  },
  {
    name: 'calico',
    types: ['calico'],
    needs: ['calico', 'calico-ipam', 'portmap', 'bandwidth'],
    installs: ['calico', 'calico-ipam', 'host-local', 'loopback', 'portmap', 'tuning', 'bandwidth', 'flannel'],
    agents: ['calico-node'],
    devices: /^(?:vxlan(?:-v6)?\.calico|tunl0)$/,
    chains: /^cali-/,
    directories: ['/var/lib/calico'],
  },
  {
    name: 'cilium',
    types: ['cilium-cni'],
    needs: ['cilium-cni'],
    installs: ['cilium-cni', 'loopback'],
    agents: ['cilium-agent'],
    devices: /^cilium_host$/,
    chains: /^CILIUM_/,
  },
  {
    name: 'weave',
    types: ['weave-net'],
    needs: ['weave-net', 'weave-ipam', 'portmap'],
    installs: ['weave-net', 'weave-ipam', 'portmap', 'loopback'],
    agents: ['weaver'],
    devices: /^weave$/,
    chains: /^WEAVE(?:-|$)/,
    directories: ['/var/lib/weave'],
  },
  {
    name: 'antrea',
    types: ['antrea'],
    needs: ['antrea', 'host-local', 'portmap', 'bandwidth'],
    installs: ['antrea', 'host-local', 'portmap', 'bandwidth', 'loopback'],
    agents: ['antrea-agent'],
    devices: /^antrea-gw0$/,
    chains: /^ANTREA-/,
  },
  {
    name: 'aws-vpc-cni',
    types: ['aws-cni'],
    needs: ['aws-cni', 'egress-cni', 'host-local', 'portmap'],
    installs: ['aws-cni', 'egress-cni', 'host-local', 'portmap', 'loopback'],
    agents: ['aws-k8s-agent'],
  },
  {
    name: 'ovn-kubernetes',
    types: ['ovn-k8s-cni-overlay'],
    needs: ['ovn-k8s-cni-overlay'],
    installs: ['ovn-k8s-cni-overlay'],
    agents: ['ovnkube'],
    devices: /^ovn-k8s-mp0$/,
  },
  {
    name: 'bridge',
    types: ['bridge'],
    needs: ['bridge', 'host-local'],
    installs: [],
    agents: [],
  },
]

/** Plugins that hand pods on to the configurations of others. */
const metaPlugins: ReadonlySet<string> = new Set(['multus', 'multus-shim', 'genie', 'danm', 'istio-cni', 'linkerd-cni'])

/** Whether a plugin type is one that hands pods on to the configurations of others. */
export function isMetaPlugin(type: string): boolean {
  return metaPlugins.has(type)
}

/** The network a configuration belongs to: by the name of its file, else by its first known plugin; `other` for the rest. */
export function networkOf(fileName: string, types: readonly string[]): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replace(/^\d+-/, '')
  const byName = cniNetworks.find(({files}) => files?.test(stem))
  if (byName) return byName.name
  for (const type of types) {
    if (isMetaPlugin(type)) return 'meta'
    const network = cniNetworks.find((each) => each.types.includes(type))
    if (network) return network.name
  }
  return 'other'
}

/** The networks that configurations and running agents may rightly be those of: canal is calico and flannel together. */
export function partsOf(network: string): readonly string[] {
  return network === 'canal' ? ['canal', 'calico', 'flannel'] : [network]
}

/** A network of the table. */
export function networkNamed(name: string): CniNetwork | undefined {
  return cniNetworks.find((network) => network.name === name)
}
