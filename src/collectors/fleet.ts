import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import {absent} from '../facts/value.ts'

/** One value and the hosts that have it; shared by all lists, so that they have one type in expressions. */
const valueFields = {
  name: string('The value.'),
  hosts: strings('The hosts that have it, in the order of their names.'),
  where: string('The same for people, all but the first three counted.'),
  count: int('How many hosts have it.'),
  isReference: bool('It is the value that most hosts have, or the first of several that equally many have.'),
  reference: string('The value that most hosts have.'),
  referenceWhere: string('The hosts that have that, for people.'),
}

/** The hosts of one audit beside each other. A check of one host has nothing of it; an audit puts its values in. */
export const fleet = collector({
  name: 'fleet',
  about:
    'The hosts of one audit beside each other, as distinct values with their hosts. Only rules with `scope: fleet` read it.',
  fields: {
    hostCount: int('How many hosts were looked at.'),
    nodeNames: list('Node names.', valueFields),
    machineIds: list('Machine ids.', valueFields),
    productUuids: list('Product UUIDs of the firmware.', valueFields),
    macAddresses: list('Hardware addresses of the interfaces with the default route.', valueFields),
    initiatorNames: list('The names that storage knows hosts by: of iSCSI, and of NVMe over a network.', valueFields),
    kubeletVersions: list('Versions of the kubelet.', valueFields),
    runtimes: list('Container runtimes with their versions, as in containerd 1.7.24.', valueFields),
    kernels: list('Releases of the kernel, with the distribution and architecture they are of.', valueFields),
    networkPlugins: list('Network plugins, as in flannel.', valueFields),
    cniReleases: list('Releases of the CNI project’s own plugins.', valueFields),
    podRanges: list('Pod ranges of the cluster.', valueFields),
    serviceRanges: list('Service ranges of the cluster.', valueFields),
    dnsSettings: list('What kubelets tell pods of the cluster’s DNS: servers and domain.', valueFields),
    mtus: list('MTUs of the interfaces with the default route.', valueFields),
    clocks: list('The clocks of the hosts, where the audit saw them run.', {
      name: string('The host.'),
      hosts: strings('The host.'),
      aheadSeconds: int('How far it is ahead of the clock in the middle; negative when behind.'),
    }),
    rangeClashes: list('Pod ranges of several nodes that overlap.', {
      name: string('The first of the ranges.'),
      hosts: strings('The hosts that have them.'),
      where: string('The ranges and their hosts, as in 10.244.1.0/24 on node-1 and node-2.'),
    }),
    rangedHosts: int('How many hosts tell the pod range of their node.'),
  },
  collect: async () => absent('only an audit of several hosts compares them'),
})
