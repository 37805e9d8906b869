import {apiServerRange} from '../evaluators/api-server-range.ts'
import {nodeFamily} from '../evaluators/cluster-families.ts'
import {clusterIdentity} from '../evaluators/cluster-identity.ts'
import {declarationItems, familiesOf, pairItems} from '../evaluators/cluster-items.ts'
import {clusterPairs} from '../evaluators/cluster-pairs.ts'
import {clusterRangeList} from '../evaluators/cluster-range-list.ts'
import {clusterRangeSet} from '../evaluators/cluster-range-set.ts'
import {controllerManagerRecord} from '../evaluators/controller-manager-record.ts'
import {componentGap} from '../evaluators/declaration-gap.ts'
import {hostRanges} from '../evaluators/host-ranges.ts'
import {usesKubeadm} from '../evaluators/kubeadm-use.ts'
import {nodeCount} from '../evaluators/node-count.ts'
import {nodeRanges} from '../evaluators/node-ranges.ts'
import {overlayGap} from '../evaluators/overlay.ts'
import {podLimit} from '../evaluators/pod-limit.ts'
import {rancherGap} from '../evaluators/rancher-config.ts'
import {toldStatements} from '../evaluators/told-statements.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, record, string, strings} from '../facts/fields.ts'
import {absent, at, type Leaf, sourceOf, Unknown} from '../facts/value.ts'

const pairFields = {
  name: string('Both ranges, as in pods 10.1.0.0/16 / services 10.1.2.0/24.'),
  first: string('The first range as written.'),
  firstName: string('What sets it, as in kube-proxy --cluster-cidr.'),
  firstBy: string('The component that sets it, as in kube-proxy.'),
  firstPurpose: string('What it is for, as in pods.'),
  second: string('The second range as written.'),
  secondName: string('What sets it, as in eth0 or the name server.'),
  secondBy: string('The component that sets it, or interface, name server and the like.'),
  secondPurpose: string('What it is for, as in node.'),
  overlaps: bool('The two share an address.'),
  contains: bool('The first holds all of the second.'),
  isContained: bool('The second holds all of the first.'),
}

const declarationFields = {
  name: string('What sets the list, and the list.'),
  declaredAs: string('What sets the list, as in kube-proxy --cluster-cidr.'),
  declaredBy: string('The component that sets it.'),
  purpose: string('pods or services.'),
  text: string('The list as written.'),
  reference: string('The list of the strongest declaration.'),
  referenceName: string('What sets the strongest declaration.'),
  agrees: bool('It says the same as the strongest declaration, in the same order.'),
  blockCount: int('How many blocks it lists.'),
  ipv4Count: int('How many of them are IPv4.'),
  ipv6Count: int('How many of them are IPv6.'),
}

/** What is known of the cluster this host is to belong to, from the user and from the host, and how all its ranges lie to each other. */
export const cluster = collector({
  name: 'cluster',
  about:
    'The cluster this host belongs to, as the user and the host describe it, and every address range that meets there.',
  fields: {
    podCidrs: strings('The ranges of pods; empty when nothing tells.'),
    podFamily: int('4 or 6 by the first range of pods; 0 when nothing tells.'),
    serviceCidrs: strings('The ranges of services; empty when nothing tells.'),
    serviceFamily: int('4 or 6 by the first range of services; 0 when nothing tells.'),
    nodeFamily: int('4 or 6 by the address the node registers first; 0 when nothing tells.'),
    isDualStack: bool('Pods have ranges of both families.'),
    nodeCidrs: strings('The networks of nodes, as the user states them.'),
    networkPlugin: string('The network plugin, as in flannel; empty when nothing tells.'),
    kubernetesVersion: string('The version of Kubernetes, as in v1.34.1.'),
    usesKubeadm: bool('kubeadm makes or has made this node.'),
    nodeCount: int('How many nodes the cluster has or is to have, at least; 0 when nothing tells.'),
    isNodeCountStated: bool('The user states that number.'),
    role: string('control-plane or worker; empty before anything tells.'),
    proxyMode: string('iptables, ipvs, nftables or userspace; none without kube-proxy; empty when nothing tells.'),
    apiServer: string('The address of the API server as written; empty when nothing tells.'),
    clusterDns: strings('The DNS servers of pods.'),
    clusterDomain: string('The DNS domain of the cluster; empty when unset.'),
    ranges: list('Every address range declared or found on this host.', {
      name: string('Its purpose, the range and what sets it.'),
      declaredAs: string('What sets it, as in kube-proxy --cluster-cidr.'),
      declaredBy: string('The component that sets it.'),
      purpose: string('pods, services, node, node pods, docker, load balancer or route.'),
      cidr: string('The range as written.'),
      network: string('The range as programs print it; empty when it is none.'),
      family: int('4 or 6; 0 when it is no range.'),
      prefix: int('Its prefix length.'),
      isValid: bool('It is an address range.'),
      problem: string('Why it is none.'),
      hasHostBits: bool('Its address is not the first of the range.'),
      hasLeadingZeros: bool('A number of it is written with leading zeros.'),
      space: string('private, shared, special, documentation or public, by what its addresses are set aside for.'),
      spaceName: string('The block it lies in and what that is for.'),
      isInForce: bool('Something on this host reads it.'),
      basis: string('set, default, or assumed for a default that may be set out of sight.'),
    }),
    declarations: list('The declarations of pod and of service ranges that must say the same.', declarationFields),
    pairs: record('Ranges compared with each other, those of one family.', {
      podService: list('Pod ranges with service ranges.', pairFields),
      nodeNetwork: list(
        'Cluster ranges with the networks of the running host and the addresses it must reach.',
        pairFields,
      ),
      configuredNetwork: list('Cluster ranges with the fixed addresses in the host’s configuration.', pairFields),
      route: list('Cluster ranges with routes that neither the kernel nor a plugin made for them.', pairFields),
      samePool: list('Blocks of one list with each other.', pairFields),
      loadBalancer: list('Cluster ranges with pools of load balancers.', pairFields),
      weaveRoute: list('Weave’s range with the routes it does not own.', pairFields),
      weaveCluster: list('Weave’s range, unless only assumed, with the pod range of others.', pairFields),
      flannelCluster: list('The pod ranges of others with flannel’s network.', pairFields),
      calicoPool: list('Calico’s pools with the cluster range of components.', pairFields),
      ciliumNetwork: list('Cilium’s pool with the networks of the host.', pairFields),
    }),
    seesAddresses: bool('The addresses of the running host could be listed.'),
    podLimit: int('The most pods the kubelet runs: maxPods, or podsPerCore times the processors where that is less.'),
    nodeRanges: list('The ranges this node hands out to its pods.', {
      name: string('What gives it, and the range.'),
      declaredAs: string('What gives it, as in host-local of bridge.'),
      cidr: string('The range.'),
      declaredBy: string('The component that gives it.'),
      family: int('4 or 6.'),
      capacity: int('How many pods get an address.'),
      isPlanned: bool('It tells how large the range of this node will be, not which it is.'),
    }),
    kubeApiServer: record('The kube-apiserver that runs on this host.', {
      serviceRange: string('Its --service-cluster-ip-range; empty when unset.'),
    }),
    controllerManager: record('The kube-controller-manager of this host, or the one kubeadm will start.', {
      allocatesNodeRanges: bool('It gives every node a range (--allocate-node-cidrs).'),
      clusterCidr: string('Its --cluster-cidr; empty when unset.'),
      serviceRange: string('Its --service-cluster-ip-range; empty when unset.'),
      nodeMask: string('Its --node-cidr-mask-size; empty when unset.'),
      nodeMaskIpv4: string('Its --node-cidr-mask-size-ipv4; empty when unset.'),
      nodeMaskIpv6: string('Its --node-cidr-mask-size-ipv6; empty when unset.'),
      usesCloudAllocator: bool('A cloud decides the ranges of nodes (--cidr-allocator-type).'),
      masks: list('How each block of the cluster range is cut into ranges of nodes.', {
        name: string('The block and the mask.'),
        clusterCidr: string('The block.'),
        prefix: int('Its prefix length.'),
        mask: int('The prefix length of a node’s range.'),
        flag: string('The flag that decides.'),
        nodes: int('How many nodes get a range.'),
      }),
    }),
  },
  async collect(probe) {
    const hidden = await probe.once(rancherGap)
    if (hidden) return hidden
    const [
      identity,
      set,
      pairs,
      ranges,
      manager,
      nodeCidrs,
      own,
      networks,
      limit,
      family,
      kubeadm,
      count,
      serviceRange,
    ] = await Promise.all([
      probe.once(clusterIdentity),
      probe.once(clusterRangeSet),
      probe.once(clusterPairs),
      clusterRangeList(probe),
      controllerManagerRecord(probe),
      toldStatements(probe, 'nodeCidr'),
      probe.once(nodeRanges),
      probe.once(hostRanges),
      podLimit(probe),
      nodeFamily(probe),
      usesKubeadm(probe),
      nodeCount(probe),
      apiServerRange(probe),
    ])
    const ownGap = (await probe.once(overlayGap)) ?? (own.length === 0 ? set.gap : undefined)
    return {
      ...identity,
      usesKubeadm: kubeadm,
      nodeCount: count?.count ?? 0,
      isNodeCountStated: count?.isTold ?? false,
      podCidrs: set.pods,
      podFamily: familyLeaf(set.pods),
      serviceCidrs: set.services,
      serviceFamily: familyLeaf(set.services),
      nodeFamily: family,
      isDualStack: set.pods instanceof Unknown ? set.pods : at(familiesOf(set.pods).length > 1, sourceOf(set.pods)),
      nodeCidrs: nodeCidrs[0] ? at(nodeCidrs[0].value.split(','), nodeCidrs[0].source) : [],
      ranges,
      declarations: declarationItems(set),
      pairs: {
        podService: pairItems(pairs.podService),
        nodeNetwork: pairItems(pairs.nodeNetwork),
        configuredNetwork: pairItems(pairs.configuredNetwork),
        route: pairItems(pairs.route),
        samePool: pairItems(pairs.samePool),
        loadBalancer: pairItems(pairs.loadBalancer),
        weaveRoute: pairItems(pairs.weaveRoute),
        weaveCluster: pairItems(pairs.weaveCluster),
        flannelCluster: pairItems(pairs.flannelCluster),
        calicoPool: pairItems(pairs.calicoPool),
        ciliumNetwork: pairItems(pairs.ciliumNetwork),
      },
      seesAddresses: networks instanceof Unknown ? networks : true,
      podLimit: limit,
      nodeRanges:
        ownGap ??
        own.map(({name, by, cidr, capacity, isPlanned = false, source}) => ({
          name: `${name} ${cidr.canonical}`,
          declaredAs: name,
          cidr: at(cidr.canonical, source),
          declaredBy: by,
          family: cidr.family,
          capacity: Number(capacity > 1_000_000n ? 1_000_000n : capacity),
          isPlanned,
        })),
      kubeApiServer: serviceRange
        ? {serviceRange}
        : ((await probe.once(componentGap)) ?? absent('no kube-apiserver runs on this host')),
      controllerManager: manager,
    }
  },
})

/** The family of the first range; 0 where there is none. */
function familyLeaf(blocks: Leaf<readonly string[]>): Leaf<number> {
  return blocks instanceof Unknown ? blocks : at(familiesOf(blocks)[0] ?? 0, sourceOf(blocks))
}
