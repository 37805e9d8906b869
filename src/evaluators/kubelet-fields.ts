/**
 * A field of KubeletConfiguration: the flag that sets it too, and what the kubelet takes when nobody sets it.
 * `legacyDefault` is the default of a kubelet started without `--config` (applyLegacyDefaults in cmd/kubelet/app/options).
 */
export interface KubeletField {
  readonly kind: 'bool' | 'int' | 'string' | 'strings' | 'map'
  readonly flag?: string
  readonly default?: unknown
  readonly legacyDefault?: unknown
}

/**
 * The fields rules ask for, by their path in KubeletConfiguration v1beta1 (pkg/kubelet/apis/config/v1beta1/defaults.go).
 * Defaults that depend on the version or the host are left out.
 */
export const kubeletFields = {
  'authentication.anonymous.enabled': {kind: 'bool', flag: 'anonymous-auth', default: false, legacyDefault: true},
  'authentication.webhook.enabled': {
    kind: 'bool',
    flag: 'authentication-token-webhook',
    default: true,
    legacyDefault: false,
  },
  'authentication.x509.clientCAFile': {kind: 'string', flag: 'client-ca-file', default: ''},
  'authorization.mode': {kind: 'string', flag: 'authorization-mode', default: 'Webhook', legacyDefault: 'AlwaysAllow'},
  cgroupDriver: {kind: 'string', flag: 'cgroup-driver', default: 'cgroupfs'},
  cgroupRoot: {kind: 'string', flag: 'cgroup-root', default: ''},
  clusterDNS: {kind: 'strings', flag: 'cluster-dns', default: []},
  clusterDomain: {kind: 'string', flag: 'cluster-domain', default: ''},
  containerLogMaxFiles: {kind: 'int', flag: 'container-log-max-files', default: 5},
  containerLogMaxSize: {kind: 'string', flag: 'container-log-max-size', default: '10Mi'},
  containerRuntimeEndpoint: {kind: 'string', flag: 'container-runtime-endpoint'},
  cpuManagerPolicy: {kind: 'string', flag: 'cpu-manager-policy', default: 'none'},
  enforceNodeAllocatable: {kind: 'strings', flag: 'enforce-node-allocatable', default: ['pods']},
  evictionHard: {kind: 'map', flag: 'eviction-hard'},
  evictionSoft: {kind: 'map', flag: 'eviction-soft', default: {}},
  evictionSoftGracePeriod: {kind: 'map', flag: 'eviction-soft-grace-period', default: {}},
  failCgroupV1: {kind: 'bool', flag: 'fail-cgroupv1'},
  failSwapOn: {kind: 'bool', flag: 'fail-swap-on', default: true},
  featureGates: {kind: 'map', flag: 'feature-gates', default: {}},
  hairpinMode: {kind: 'string', flag: 'hairpin-mode', default: 'promiscuous-bridge'},
  healthzPort: {kind: 'int', flag: 'healthz-port', default: 10248},
  imageGCHighThresholdPercent: {kind: 'int', flag: 'image-gc-high-threshold', default: 85},
  imageGCLowThresholdPercent: {kind: 'int', flag: 'image-gc-low-threshold', default: 80},
  imageServiceEndpoint: {kind: 'string', flag: 'image-service-endpoint', default: ''},
  kubeReserved: {kind: 'map', flag: 'kube-reserved', default: {}},
  kubeReservedCgroup: {kind: 'string', flag: 'kube-reserved-cgroup', default: ''},
  makeIPTablesUtilChains: {kind: 'bool', flag: 'make-iptables-util-chains', default: true},
  maxPods: {kind: 'int', flag: 'max-pods', default: 110},
  memoryManagerPolicy: {kind: 'string', flag: 'memory-manager-policy', default: 'None'},
  'memorySwap.swapBehavior': {kind: 'string', default: ''},
  mergeDefaultEvictionSettings: {kind: 'bool', default: false},
  podCIDR: {kind: 'string', flag: 'pod-cidr', default: ''},
  podsPerCore: {kind: 'int', flag: 'pods-per-core', default: 0},
  port: {kind: 'int', flag: 'port', default: 10250},
  protectKernelDefaults: {kind: 'bool', flag: 'protect-kernel-defaults', default: false},
  readOnlyPort: {kind: 'int', flag: 'read-only-port', default: 0, legacyDefault: 10255},
  reservedSystemCPUs: {kind: 'string', flag: 'reserved-cpus', default: ''},
  resolvConf: {kind: 'string', flag: 'resolv-conf', default: '/etc/resolv.conf'},
  rotateCertificates: {kind: 'bool', flag: 'rotate-certificates', default: false},
  runOnce: {kind: 'bool', flag: 'runonce', default: false},
  serverTLSBootstrap: {kind: 'bool', flag: 'rotate-server-certificates', default: false},
  shutdownGracePeriod: {kind: 'string', default: '0s'},
  shutdownGracePeriodCriticalPods: {kind: 'string', default: '0s'},
  staticPodPath: {kind: 'string', flag: 'pod-manifest-path', default: ''},
  systemReserved: {kind: 'map', flag: 'system-reserved', default: {}},
  systemReservedCgroup: {kind: 'string', flag: 'system-reserved-cgroup', default: ''},
  topologyManagerPolicy: {kind: 'string', flag: 'topology-manager-policy', default: 'none'},
  volumePluginDir: {
    kind: 'string',
    flag: 'volume-plugin-dir',
    default: '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/',
  },
} as const satisfies Readonly<Record<string, KubeletField>>

/** The path of a known field in KubeletConfiguration. */
export type KubeletFieldPath = keyof typeof kubeletFields

/**
 * What kubeadm writes into /var/lib/kubelet/config.yaml at init or join whatever the cluster, and the minor since which it
 * does (cmd/kubeadm/app/componentconfigs/kubelet.go).
 */
export const kubeadmWrites: Readonly<
  Partial<Record<KubeletFieldPath, {readonly value: unknown; readonly since: number}>>
> = {
  'authentication.anonymous.enabled': {value: false, since: 11},
  'authentication.webhook.enabled': {value: true, since: 11},
  'authentication.x509.clientCAFile': {value: '/etc/kubernetes/pki/ca.crt', since: 11},
  'authorization.mode': {value: 'Webhook', since: 11},
  cgroupDriver: {value: 'systemd', since: 22},
  rotateCertificates: {value: true, since: 11},
  staticPodPath: {value: '/etc/kubernetes/manifests', since: 11},
}

/** Fields whose value kubeadm takes from the cluster or the host it runs on. */
export const kubeadmDecides: ReadonlySet<KubeletFieldPath> = new Set([
  'clusterDNS',
  'clusterDomain',
  'containerRuntimeEndpoint',
  'resolvConf',
])
