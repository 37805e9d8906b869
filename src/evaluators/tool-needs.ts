/**
 * How much somebody wants a tool: `required`: it will not work without; `used`: something it does fails; `checked`: it only
 * looks for the tool and says so.
 */
export type Strength = 'required' | 'used' | 'checked'

/** Kinds of storage whose volumes the node mounts or attaches with programs of the host. */
export type StorageKind =
  | 'nfs'
  | 'cifs'
  | 'cephfs'
  | 'glusterfs'
  | 'efs'
  | 'iscsi'
  | 'multipath'
  | 'luks'
  | 'block'
  | 'xfs'

/** Those who run or look for tools on the host, as `toolConsumers` finds them. */
export type ConsumerName =
  | 'kubeadm'
  | 'kubeadm-cri'
  | 'kubelet'
  | 'kubelet-chains'
  | 'kubenet'
  | 'cbr0'
  | 'kube-proxy'
  | 'kube-proxy-iptables'
  | 'kube-proxy-ipvs'
  | 'kube-proxy-nftables'
  | 'dockershim'
  | 'cri-dockerd'
  | 'containerd'
  | 'crio'
  | 'dockerd'
  | 'flanneld'
  | 'kube-router'
  | 'cni'
  | 'caller'
  | 'ipvs'
  | 'module-loader'
  | 'longhorn'
  | `volumes:${StorageKind}`
  | `declared:${StorageKind}`

/** One who needs a tool, in the releases from `since` and before `until` of its own. `what` ends a sentence about it. */
export interface Need {
  readonly by: ConsumerName
  readonly since?: string
  readonly until?: string
  /** Patch releases of older minors that came to do without it too. */
  readonly backports?: readonly string[]
  readonly strength: Strength
  readonly what: string
}

const preflight = (window: Pick<Need, 'since' | 'until'>): Need => ({
  by: 'kubeadm',
  ...window,
  strength: 'required',
  what: 'refuses the node without it',
})
const preflightWarning = (window: Pick<Need, 'since' | 'until' | 'backports'>): Need => ({
  by: 'kubeadm',
  ...window,
  strength: 'checked',
  what: 'warns that it is missing',
})
/** kubernetes/kubernetes#127151 and its cherry picks #127413, #127414 and #127415. */
const withoutSocat = {until: '1.32', backports: ['1.29.10', '1.30.6', '1.31.2']} as const
const portForward: Pick<Need, 'strength' | 'what'> = {strength: 'used', what: 'runs it to forward ports'}
const rules: Pick<Need, 'strength' | 'what'> = {strength: 'required', what: 'writes its rules with it'}

const writers: readonly Need[] = [
  preflight({until: '1.33'}),
  {by: 'kube-proxy-iptables', ...rules},
  {by: 'kube-proxy-ipvs', ...rules},
  {by: 'dockerd', ...rules},
  {by: 'flanneld', ...rules},
  {by: 'kube-router', ...rules},
  {by: 'cni', ...rules},
  {by: 'kubelet-chains', until: '1.33', strength: 'checked', what: 'logs an error every minute without it'},
]

/**
 * Who needs which tool. Releases are those in which the code that runs or looks for it came and went: kubeadm's in
 * cmd/kubeadm/app/preflight, kube-proxy's in pkg/proxy, containerd's and CRI-O's port forwarding, Mirantis/cri-dockerd.
 */
export const toolNeeds = {
  conntrack: [
    preflight({since: '1.18', until: '1.32'}),
    {by: 'kube-proxy', until: '1.32', strength: 'required', what: 'runs it to drop the flows of UDP services'},
    {by: 'cri-dockerd', strength: 'used', what: 'runs it to drop the flows of UDP host ports'},
    {by: 'dockershim', strength: 'used', what: 'runs it to drop the flows of UDP host ports'},
  ],
  socat: [
    preflightWarning(withoutSocat),
    {by: 'cri-dockerd', ...portForward},
    {by: 'dockershim', ...portForward},
    {by: 'containerd', until: '1.4.0', ...portForward},
    {by: 'crio', until: '1.19', ...portForward},
  ],
  nsenter: [
    preflight({until: '1.33'}),
    {by: 'cri-dockerd', strength: 'used', what: 'runs it to forward ports and to read the addresses of pods'},
    {by: 'dockershim', strength: 'used', what: 'runs it to forward ports and to read the addresses of pods'},
  ],
  iptables: writers,
  /** kubeadm looks for iptables only; the others run both where the cluster has IPv6 ranges. */
  ip6tables: writers.filter(({by}) => by !== 'kubeadm'),
  mount: [{by: 'kubelet', strength: 'required', what: 'mounts volumes with it'}],
  umount: [{by: 'kubelet', strength: 'required', what: 'unmounts volumes with it'}],
  brctl: [
    {by: 'caller', strength: 'used', what: 'calls it'},
    {by: 'cbr0', until: '1.5', strength: 'used', what: 'makes the bridge cbr0 with it'},
  ],
  ip: [preflight({until: '1.33'})],
  tc: [
    preflightWarning({until: '1.33'}),
    {by: 'kubenet', until: '1.24', strength: 'used', what: 'shapes the traffic of pods with it'},
  ],
  ethtool: [
    {by: 'caller', strength: 'used', what: 'calls it'},
    preflightWarning({until: '1.33'}),
    {by: 'cri-dockerd', strength: 'checked', what: 'looks for the host’s end of pod interfaces with it'},
    {by: 'dockershim', strength: 'checked', what: 'looks for the host’s end of pod interfaces with it'},
  ],
  ebtables: [
    preflightWarning(withoutSocat),
    {by: 'kubenet', until: '1.24', strength: 'used', what: 'drops duplicate packets of its bridge with it'},
  ],
  touch: [preflightWarning({until: '1.33'})],
  cp: [preflight({since: '1.33'})],
  losetup: [preflight({since: '1.33'}), {by: 'volumes:block', strength: 'used', what: 'is held open with it'}],
  crictl: [
    {by: 'kubeadm-cri', since: '1.11', until: '1.31', strength: 'required', what: 'refuses the node without it'},
    {by: 'kubeadm-cri', since: '1.31', until: '1.32', strength: 'checked', what: 'warns that it is missing'},
  ],
  ipset: [
    {by: 'kube-proxy-ipvs', strength: 'required', what: 'refuses to start without it'},
    {by: 'kube-router', strength: 'required', what: 'keeps its policies with it'},
  ],
  ipvsadm: [{by: 'ipvs', strength: 'used', what: 'is looked into with it'}],
  nft: [{by: 'kube-proxy-nftables', strength: 'required', what: 'writes its rules with it'}],
  modprobe: [{by: 'module-loader', strength: 'used', what: 'can only be loaded with it'}],
  iscsiadm: [
    {by: 'volumes:iscsi', strength: 'used', what: 'is attached with it'},
    {by: 'declared:iscsi', strength: 'used', what: 'are attached with it'},
    {by: 'longhorn', strength: 'used', what: 'attaches volumes with it'},
  ],
} as const satisfies Readonly<Record<string, readonly Need[]>>

/** A tool as a fact's field calls it. */
export type ToolName = keyof typeof toolNeeds

/** Every tool of the table. */
export const toolNames = Object.keys(toolNeeds) as readonly ToolName[]

/** Tools that are for clusters with IPv6 ranges only. */
export const ipv6Tools: ReadonlySet<string> = new Set<ToolName>(['ip6tables'])
