import {at, type Located} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {type FlagSpec, type FlagTable, type ParsedFlags, parsePflag, type SourcedWord} from '../text/go-flags.ts'

/** Where an argument was written: a file and line, a process, or the component that adds it by itself. */
export type Words = readonly SourcedWord<Origin>[]

/** The flags of one command line of a Kubernetes component. */
export type ComponentFlags = ParsedFlags<Origin>

/**
 * Reads the arguments of a kubelet, kube-proxy or control-plane component of any version. Its flags are one table for all
 * components, so it tells which flags are set and to what, not which are unknown to a version.
 */
export function readComponentFlags(words: Words): ComponentFlags {
  return parsePflag(words, componentFlagTable, {normalizeUnderscores: true})
}

/** The value a flag has in force, the values it lost against among what it overrode; undefined when it is not given. */
export function flagValue(flags: ComponentFlags, name: string): Located<string> | undefined {
  const flag = flags.flags.get(name)
  if (!flag) return undefined
  const {value, source} = flag.winner
  const losers = flag.occurrences.slice(0, -1).filter((occurrence) => occurrence.value !== value)
  const overrode = losers.reverse().map((loser) => ({value: loser.value, source: loser.source}))
  return at(value, overrode.length > 0 ? {...source, overrode} : source)
}

/** The items of a flag that appends on repetition and splits at commas; undefined when it is not given. */
export function flagItems(flags: ComponentFlags, name: string): Located<readonly string[]> | undefined {
  const flag = flags.flags.get(name)
  if (!flag) return undefined
  const source: Source = flag.winner.source
  return at(
    flag.occurrences.flatMap(({value}) => (value === '' ? [] : value.split(','))),
    source,
  )
}

const boolFlags = `add-dir-header allocate-node-cidrs allow-privileged alsologtostderr anonymous-auth
  authentication-token-webhook auto-detect-ipv4 babysit-daemons bind-address-hard-fail cgroups-per-qos cleanup
  cleanup-iptables cleanup-ipvs configure-cbr0 configure-cloud-routes containerized contention-profiling cpu-cfs-quota
  docker-disable-shared-pid docker-tls enable-aggregator-routing enable-bootstrap-token-auth
  enable-cadvisor-json-endpoints enable-controller-attach-detach enable-custom-metrics enable-debugging-handlers
  enable-dynamic-provisioning enable-garbage-collector enable-hostpath-provisioner enable-load-reader enable-server
  enable-swagger-ui enable-taint-manager exit-on-lock-contention experimental-allocatable-ignore-eviction
  experimental-check-node-capabilities-before-mount experimental-dockershim experimental-fail-swap-on
  experimental-kernel-memcg-notification fail-cgroupv1 fail-swap-on help init-only ip-masq ipvs-strict-arp
  keep-terminated-pod-volumes kernel-memcg-notification kube-subnet-mgr kubelet-https leader-elect
  local-storage-capacity-isolation log-cadvisor-usage logtostderr make-iptables-util-chains masquerade-all one-output
  profiling protect-kernel-defaults really-crash-for-testing reconcile-cidr redirect-container-streaming register-node
  register-schedulable require-kubeconfig rotate-certificates rotate-server-certificates runonce seccomp-default selinux
  serialize-image-pulls service-account-lookup skip-headers skip-log-headers use-service-account-credentials version`

const listFlags = `allowed-unsafe-sysctls api-servers cluster-dns enforce-node-allocatable eviction-hard
  eviction-minimum-reclaim eviction-soft eviction-soft-grace-period feature-gates ipvs-exclude-cidrs kube-reserved
  manifest-url-header node-labels nodeport-addresses register-with-taints system-reserved tls-cipher-suites`

const kindOf = (names: string, kind: FlagSpec['kind']): FlagTable =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, {kind}]))

const componentFlagTable: FlagTable = {
  ...kindOf(boolFlags, 'bool'),
  ...kindOf(listFlags, 'list'),
  v: {kind: 'value', short: 'v'},
}
