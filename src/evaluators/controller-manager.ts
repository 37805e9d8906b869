import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {itemsOf, nodeAt, plainValue} from '../text/document.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {type ClusterDocument, documentSettings} from './cluster-documents.ts'
import type {ComponentDeclaration} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {componentGap} from './declaration-gap.ts'

/** How the kube-controller-manager of this host runs, or will run once kubeadm starts it, as far as ranges go. */
export interface ControllerManager {
  /** What tells of it; stands for flags that are not given. */
  readonly source: Source
  readonly allocatesNodeRanges: Leaf<boolean>
  /** Texts of flags, undefined where they are not given. */
  readonly clusterCidr: Located<string> | undefined
  readonly serviceRange: Located<string> | undefined
  readonly nodeMask: Located<string> | undefined
  readonly nodeMaskIpv4: Located<string> | undefined
  readonly nodeMaskIpv6: Located<string> | undefined
  readonly usesCloudAllocator: boolean
}

/** Reads the flags in force on this host, else those kubeadm would give; undefined where neither is there. */
export async function controllerManager(probe: Probe): Promise<ControllerManager | undefined> {
  const {declarations, documents} = await probe.once(controlPlane)
  const own = declarations.filter(({component}) => component === 'kube-controller-manager')
  const running = own.find(({isInForce}) => isInForce) ?? own.find(({by}) => by === 'k3s' || by === 'rke2')
  if (running) return fromDeclaration(running)
  if (await probe.once(componentGap)) return undefined
  const planned = documents.find(({kind}) => kind === 'ClusterConfiguration')
  return planned && fromKubeadm(planned, documents)
}

function fromDeclaration(declaration: ComponentDeclaration): ControllerManager | undefined {
  const {by, flags} = declaration
  const [first] = [...flags.flags.values()]
  const source = first ? withoutLine(first.winner.source) : undefined
  if (!source) return undefined
  const allocates = flagValue(flags, 'allocate-node-cidrs')
  const isRancher = by === 'k3s' || by === 'rke2'
  const fallback = isRancher ? at(true, {kind: 'default', of: by}) : at(false, source)
  return {
    source,
    allocatesNodeRanges: allocates ? at(parseGoBool(allocates.value) ?? false, allocates.source) : fallback,
    clusterCidr: flagValue(flags, 'cluster-cidr'),
    serviceRange: flagValue(flags, 'service-cluster-ip-range'),
    nodeMask: flagValue(flags, 'node-cidr-mask-size'),
    nodeMaskIpv4: flagValue(flags, 'node-cidr-mask-size-ipv4'),
    nodeMaskIpv6: flagValue(flags, 'node-cidr-mask-size-ipv6'),
    usesCloudAllocator: (flagValue(flags, 'cidr-allocator-type')?.value ?? 'RangeAllocator') !== 'RangeAllocator',
  }
}

/** kubeadm turns allocation on with a pod subnet; its extra arguments come last (cmd/kubeadm/app/phases/controlplane). */
function fromKubeadm(document: ClusterDocument, documents: readonly ClusterDocument[]): ControllerManager {
  const text = (kind: string): Located<string> | undefined => {
    const [setting] = documentSettings(documents, 'ClusterConfiguration', 'networking', kind)
    return typeof setting?.value === 'string' && setting.value !== '' ? at(setting.value, setting.source) : undefined
  }
  const extra = (name: string) => extraArgument(document, name)
  const podSubnet = text('podSubnet')
  const allocates = extra('allocate-node-cidrs')
  const source: Source = {kind: 'file', path: document.path}
  return {
    source,
    allocatesNodeRanges: allocates
      ? at(parseGoBool(allocates.value) ?? false, allocates.source)
      : at(podSubnet !== undefined, podSubnet?.source ?? source),
    clusterCidr: extra('cluster-cidr') ?? podSubnet,
    serviceRange: extra('service-cluster-ip-range') ?? text('serviceSubnet'),
    nodeMask: extra('node-cidr-mask-size'),
    nodeMaskIpv4: extra('node-cidr-mask-size-ipv4'),
    nodeMaskIpv6: extra('node-cidr-mask-size-ipv6'),
    usesCloudAllocator: (extra('cidr-allocator-type')?.value ?? 'RangeAllocator') !== 'RangeAllocator',
  }
}

/** Extra arguments are a mapping, or since v1beta4 a list of names and values. */
function extraArgument({node, path}: ClusterDocument, name: string): Located<string> | undefined {
  const extra = nodeAt(node, 'controllerManager', 'extraArgs')
  const inList = itemsOf(extra)?.findLast((item) => nodeAt(item, 'name')?.value === name)
  const given = inList ? nodeAt(inList, 'value') : nodeAt(extra, name)
  return given && at(String(plainValue(given)), {kind: 'file', path, line: given.line})
}

function withoutLine(source: Source): Source {
  return source.kind === 'file' ? {kind: 'file', path: source.path} : source
}
