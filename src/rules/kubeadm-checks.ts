/** The names of kubeadm's checks but those of ports, of any release (kubernetes/kubernetes:cmd/kubeadm/app/preflight/checks.go). */
export const kubeadmCheckNames: readonly string[] = [
  ...['CRI', 'ContainerRuntimeVersion', 'ExternalEtcdVersion', 'Firewalld', 'HTTPProxy', 'HTTPProxyCIDR', 'Hostname'],
  ...['ImagePull', 'IsDockerSystemdCheck', 'IsPrivilegedUser', 'KubeletVersion', 'KubernetesVersion', 'Mem', 'NumCPU'],
  ...['RequiredIPVSKernelModulesAvailable', 'Service-Docker', 'Service-Kubelet', 'Swap', 'SystemVerification'],
  ...[
    'conntrack',
    'cp',
    'crictl',
    'ebtables',
    'ethtool',
    'ip',
    'iptables',
    'losetup',
    'mount',
    'nsenter',
    'socat',
    'tc',
  ]
    .concat('touch')
    .map((program) => `FileExisting-${program}`),
  ...['bootstrap-kubelet.conf', 'kubelet.conf', 'pki-ca.crt']
    .concat(
      ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((pod) => `manifests-${pod}.yaml`),
    )
    .map((file) => `FileAvailable--etc-kubernetes-${file}`),
  ...['DirAvailable--etc-kubernetes-manifests', 'DirAvailable--var-lib-etcd'],
  ...['bridge-bridge-nf-call-ip6tables', 'bridge-bridge-nf-call-iptables', 'ipv4-ip_forward']
    .concat('ipv6-conf-default-forwarding')
    .map((parameter) => `FileContent--proc-sys-net-${parameter}`),
]

const known = new Set(kubeadmCheckNames.map((name) => name.toLowerCase()))

/** Whether a name is one of a check of kubeadm, which a script may name although no rule covers it. */
export const isKubeadmCheck = (name: string): boolean => known.has(name.toLowerCase()) || /^port-\d{1,5}$/i.test(name)
