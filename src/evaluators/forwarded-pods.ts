import type {Probe} from '../facts/probe.ts'
import {type Leaf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {type Cidr, contains} from '../text/cidr.ts'
import type {IpFamily} from '../text/ip-address.ts'
import {type ForwardPath, forwardPath, type Traffic} from '../text/iptables-forward.ts'
import {declaredRanges} from './declared-ranges.ts'
import {iptablesRulesets, type LiveRulesets} from './iptables-rulesets.ts'
import {blocksOf} from './range-declaration.ts'

/** The FORWARD chain of one family and back end, and which pod ranges it lets through. */
export interface ForwardChain extends ForwardPath {
  readonly family: IpFamily
  readonly isLegacy: boolean
  /** The network plugins, firewalls and others that have chains of their own there. */
  readonly owners: readonly string[]
  /** Pod ranges that no rule accepts both as source and as destination; unknown where no range of pods is known. */
  readonly blockedPods: Leaf<readonly string[]>
  readonly source: Origin
}

/** Every FORWARD chain in force: `probe.once(forwardChains)`. */
export async function forwardChains(probe: Probe): Promise<{
  readonly chains: readonly ForwardChain[]
  readonly gaps: LiveRulesets['gaps']
}> {
  const [{rulesets, gaps}, declared] = await Promise.all([probe.once(iptablesRulesets), probe.once(declaredRanges)])
  const pods = declared
    .filter(({purpose, isInForce}) => purpose === 'pods' && isInForce)
    .flatMap((declaration) => blocksOf(declaration))
    .flatMap(({cidr}) => cidr ?? [])
  const chains = rulesets.flatMap(({family, isLegacy, ruleset, source}): readonly ForwardChain[] => {
    const path = forwardPath(ruleset)
    if (!path) return []
    const owners = owned(path.chains)
    return [{...path, family, isLegacy, owners, blockedPods: blockedPods(path, owners, pods, family), source}]
  })
  return {chains, gaps}
}

/** Chains by which network plugins, kube-proxy and firewalls are recognised. */
const ownerPatterns: readonly (readonly [pattern: RegExp, owner: string])[] = [
  [/^cali-/, 'calico'],
  [/^CILIUM_/, 'cilium'],
  [/^WEAVE-NPC/, 'weave'],
  [/^KUBE-ROUTER-/, 'kube-router'],
  [/^ANTREA-/, 'antrea'],
  [/^FLANNEL-FWD/, 'flannel'],
  [/^KUBE-FORWARD/, 'kube-proxy'],
  [/^DOCKER/, 'docker'],
  [/^ufw-/, 'ufw'],
  [/^FORWARD_direct|^FWDI_/, 'firewalld'],
  [/^NETAVARK_|^CNI-FORWARD/, 'podman'],
]

/** Network plugins that decide on pods in chains of their own, by marks and sets that are not followed. */
const deciding: ReadonlySet<string> = new Set(['calico', 'cilium', 'weave', 'kube-router', 'antrea'])

function owned(chains: readonly string[]): readonly string[] {
  return ownerPatterns.filter(([pattern]) => chains.some((chain) => pattern.test(chain))).map(([, owner]) => owner)
}

function blockedPods(
  {isClosed, accepted, usesSets}: ForwardPath,
  owners: readonly string[],
  pods: readonly Cidr[],
  family: IpFamily,
): Leaf<readonly string[]> {
  if (!isClosed || owners.some((owner) => deciding.has(owner)) || passesInterface(accepted)) return []
  const ranges = pods.filter((range) => range.family === family)
  if (pods.length === 0) return unknown('nothing on this host tells the pod range; give it with --pod-cidr')
  const blocked = ranges.filter((range) => !passes(accepted, range))
  if (blocked.length > 0 && usesSets) return unknown('rules of FORWARD accept by address sets, which are not followed')
  return [...new Set(blocked.map(({canonical}) => canonical))]
}

function passes(accepted: readonly Traffic[], pods: Cidr): boolean {
  const covers = (block: Cidr | undefined) => block !== undefined && contains(block, pods)
  const isOnly = (traffic: Traffic, ...keys: readonly (keyof Traffic)[]) =>
    Object.keys(traffic).every((key) => keys.some((wanted) => wanted === key))
  const from = accepted.some((traffic) => covers(traffic.source) && isOnly(traffic, 'source'))
  const to = accepted.some((traffic) => covers(traffic.destination) && isOnly(traffic, 'destination'))
  return (from && to) || accepted.some((traffic) => Object.keys(traffic).length === 0)
}

/** The bridges and interfaces behind which plugins put pods. */
const podInterfaces = ['cni0', 'cbr0', 'kube-bridge', 'weave', 'cilium_host', 'ovn-k8s-mp0', 'cali+', 'lxc+', 'veth+']

function passesInterface(accepted: readonly Traffic[]): boolean {
  return podInterfaces.some((name) => {
    const into = accepted.some(({outInterface, ...rest}) => outInterface === name && Object.keys(rest).length === 0)
    const outOf = accepted.some(({inInterface, ...rest}) => inInterface === name && Object.keys(rest).length === 0)
    return into && outOf
  })
}
