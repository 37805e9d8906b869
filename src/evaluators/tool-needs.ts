/**
 * How much somebody wants a tool: `required`: it will not work without; `used`: something it does fails; `checked`: it only
 * looks for the tool and says so.
 */
export type Strength = 'required' | 'used' | 'checked'

/** Those who run or look for tools on the host, as `consumerNamed` finds them. */
export type ConsumerName =
  | 'kubeadm'
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

/** One who needs a tool, in the releases from `since` and before `until` of its own. `what` ends a sentence about it. */
export interface Need {
  readonly by: ConsumerName
  readonly since?: string
  readonly until?: string
  readonly strength: Strength
  readonly what: string
}

const preflight = (window: Pick<Need, 'since' | 'until'>): Need => ({
  by: 'kubeadm',
  ...window,
  strength: 'required',
  what: 'refuses the node without it',
})
const preflightWarning = (window: Pick<Need, 'since' | 'until'>): Need => ({
  by: 'kubeadm',
  ...window,
  strength: 'checked',
  what: 'warns that it is missing',
})
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
    preflightWarning({until: '1.32'}),
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
} as const satisfies Readonly<Record<string, readonly Need[]>>

/** A tool as a fact's field calls it. */
export type ToolName = keyof typeof toolNeeds

/** Every tool of the table. */
export const toolNames = Object.keys(toolNeeds) as readonly ToolName[]

/** The file name of a tool. */
export function programOf(tool: ToolName): string {
  return fileNames[tool] ?? tool
}

/** Tools that are for clusters with IPv6 ranges only. */
export const ipv6Tools: ReadonlySet<ToolName> = new Set<ToolName>(['ip6tables'])

/** The file names that no field can have. */
const fileNames: Readonly<Record<string, string>> = {}
