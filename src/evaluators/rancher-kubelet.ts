import type {Origin} from '../source.ts'
import {type ComponentFlags, flagValue, type Words} from './component-flags.ts'
import type {KubeletFieldPath} from './kubelet-fields.ts'
import type {RancherConfig} from './rancher-config.ts'

/** The kubelet's arguments as k3s or RKE2 builds them, and the fields it sets in ways not written on the host. */
export interface RancherKubelet {
  readonly words: Words
  readonly decides: readonly KubeletFieldPath[]
}

/** Builds the kubelet's arguments from the options of k3s or RKE2; `kubelet-arg` comes last and so wins (pkg/daemons/agent). */
export function rancherKubeletWords({distribution, isServer, flags}: RancherConfig): RancherKubelet {
  const dataDir = flagValue(flags, 'data-dir')?.value ?? `/var/lib/rancher/${distribution}`
  const source: Origin = {kind: 'default', of: distribution}
  const endpoint = flags.flags.has('docker') ? dockerEndpoint : containerdEndpoint
  const own = [
    `--kubeconfig=${dataDir}/agent/kubelet.kubeconfig`,
    `--client-ca-file=${dataDir}/agent/client-ca.crt`,
    `--container-runtime-endpoint=${endpoint}`,
    '--anonymous-auth=false',
    '--authentication-token-webhook=true',
    '--authorization-mode=Webhook',
    '--read-only-port=0',
    '--fail-swap-on=false',
    ...(isServer ? ['--cluster-domain=cluster.local'] : []),
  ].map((text) => ({text, source}))
  const words = [
    ...own,
    ...renamed.flatMap(([option, flag]) =>
      occurrences(flags, option).map((word) => ({...word, text: `--${flag}=${word.text}`})),
    ),
    ...nodeAddresses(flags),
    ...componentArguments(flags, 'kubelet-arg'),
  ]
  const clusterDecides: readonly KubeletFieldPath[] = isServer ? ['clusterDNS'] : ['clusterDNS', 'clusterDomain']
  return {words, decides: [...clusterDecides, 'cgroupDriver', 'resolvConf']}
}

/** The addresses of the node may be repeated and reach the kubelet as one list. */
function nodeAddresses(flags: ComponentFlags): Words {
  const words = occurrences(flags, 'node-ip')
  const [first] = words
  return first ? [{...first, text: `--node-ip=${words.map(({text}) => text).join(',')}`}] : []
}

/** The items of `<component>-arg` as arguments of the component. */
export function componentArguments(flags: ComponentFlags, option: string): Words {
  return occurrences(flags, option).map((word) => ({...word, text: `--${word.text.replace(/^-+/, '')}`}))
}

function occurrences(flags: ComponentFlags, option: string): Words {
  return flags.flags.get(option)?.occurrences.map(({value, source}) => ({text: value, source})) ?? []
}

/** Options of k3s and RKE2 that become a flag of the kubelet. */
const renamed = [
  ['cluster-dns', 'cluster-dns'],
  ['cluster-domain', 'cluster-domain'],
  ['container-runtime-endpoint', 'container-runtime-endpoint'],
  ['node-name', 'hostname-override'],
  ['node-label', 'node-labels'],
  ['node-taint', 'register-with-taints'],
  ['protect-kernel-defaults', 'protect-kernel-defaults'],
  ['resolv-conf', 'resolv-conf'],
] as const

const containerdEndpoint = 'unix:///run/k3s/containerd/containerd.sock'
const dockerEndpoint = 'unix:///run/k3s/cri-dockerd/cri-dockerd.sock'
