import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import type {Component, ComponentDeclaration} from './component-declaration.ts'
import {readComponentFlags, type Words} from './component-flags.ts'
import {type RancherConfig, rancherConfig} from './rancher-config.ts'
import {componentArguments} from './rancher-kubelet.ts'

/** Builds the command lines k3s or RKE2 gives its components; on an agent the server decides the ranges. */
export async function rancherComponents(probe: Probe): Promise<readonly ComponentDeclaration[]> {
  const rancher = await probe.once(rancherConfig)
  if (!rancher) return []
  return Object.entries(optionsOf).map(([component, options]) => ({
    component: component as Component,
    by: rancher.distribution,
    isInForce: rancher.unit !== undefined,
    flags: readComponentFlags([
      ...Object.entries(options).flatMap(([option, flag]) => renamed(rancher, option, flag)),
      ...componentArguments(rancher.flags, `${component}-arg`),
    ]),
  }))
}

/** The option's value as the component's flag; on a server its default where it is not given. */
function renamed({distribution, isServer, flags}: RancherConfig, option: string, flag: string): Words {
  const given = flags.flags.get(option)?.occurrences
  if (given) {
    const [first] = given
    const value = given.map((occurrence) => occurrence.value).join(',')
    return first ? [{text: `--${flag}=${value}`, source: first.source}] : []
  }
  const source: Origin = {kind: 'default', of: distribution}
  const value = serverDefaults[option]
  return isServer && value !== undefined ? [{text: `--${flag}=${value}`, source}] : []
}

const serverDefaults: Readonly<Record<string, string>> = {
  'cluster-cidr': '10.42.0.0/16',
  'service-cidr': '10.43.0.0/16',
  'service-node-port-range': '30000-32767',
}

/** Options of k3s and RKE2 that become flags of a component (pkg/daemons/control of k3s). */
const optionsOf: Readonly<Partial<Record<Component, Readonly<Record<string, string>>>>> = {
  'kube-apiserver': {'service-cidr': 'service-cluster-ip-range', 'service-node-port-range': 'service-node-port-range'},
  'kube-controller-manager': {'cluster-cidr': 'cluster-cidr', 'service-cidr': 'service-cluster-ip-range'},
  'kube-scheduler': {},
  'kube-proxy': {'cluster-cidr': 'cluster-cidr'},
}
