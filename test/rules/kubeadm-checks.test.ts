import test from 'ava'
import {builtinRules} from '../../src/rules/builtin.ts'
import {isKubeadmCheck} from '../../src/rules/kubeadm-checks.ts'

/** The rules that stand for checks of kubeadm, each with the names of these. */
const covered: Readonly<Record<string, readonly string[]>> = {
  'api-server-behind-proxy': ['HTTPProxy'],
  'bridge-traffic-skips-iptables': [
    'FileContent--proc-sys-net-bridge-bridge-nf-call-iptables',
    'FileContent--proc-sys-net-bridge-bridge-nf-call-ip6tables',
  ],
  'cgroup-controllers-missing': ['SystemVerification'],
  'cgroup-driver-detection-unsupported': ['ContainerRuntimeVersion'],
  'cluster-port-in-use': ['Port-6443', 'Port-10250', 'Port-10257', 'Port-10259', 'Port-2379', 'Port-2380'],
  'cluster-ranges-behind-proxy': ['HTTPProxyCIDR'],
  'conntrack-missing': ['FileExisting-conntrack'],
  'cp-missing': ['FileExisting-cp'],
  'crictl-missing': ['FileExisting-crictl'],
  'cri-socket-missing': ['CRI'],
  'docker-cgroup-driver-mismatch': ['IsDockerSystemdCheck'],
  'ebtables-missing': ['FileExisting-ebtables'],
  'etcd-data-left-over': ['DirAvailable--var-lib-etcd'],
  'ethtool-missing': ['FileExisting-ethtool'],
  'firewalld-closes-cluster-ports': ['Firewalld'],
  'hostname-unresolvable': ['Hostname'],
  'ip-command-missing': ['FileExisting-ip'],
  'ip-forward-disabled': ['FileContent--proc-sys-net-ipv4-ip_forward'],
  'iptables-missing': ['FileExisting-iptables'],
  'ipv6-forward-disabled': ['FileContent--proc-sys-net-ipv6-conf-default-forwarding'],
  'ipvs-modules-missing': ['RequiredIPVSKernelModulesAvailable'],
  'kernel-option-missing': ['SystemVerification'],
  'kernel-unlisted-by-kubeadm': ['SystemVerification'],
  'kubelet-newer-than-api-server': ['KubeletVersion'],
  'kubelet-not-enabled': ['Service-Kubelet'],
  'kubernetes-config-left-over': [
    'FileAvailable--etc-kubernetes-kubelet.conf',
    'FileAvailable--etc-kubernetes-bootstrap-kubelet.conf',
    'FileAvailable--etc-kubernetes-pki-ca.crt',
  ],
  'losetup-missing': ['FileExisting-losetup'],
  'mount-missing': ['FileExisting-mount'],
  'node-name-invalid': ['Hostname'],
  'nsenter-missing': ['FileExisting-nsenter'],
  'runtime-without-cri-v1': ['CRI'],
  'socat-missing': ['FileExisting-socat'],
  'static-pod-manifest-left-over': [
    'DirAvailable--etc-kubernetes-manifests',
    'FileAvailable--etc-kubernetes-manifests-kube-apiserver.yaml',
    'FileAvailable--etc-kubernetes-manifests-kube-controller-manager.yaml',
    'FileAvailable--etc-kubernetes-manifests-kube-scheduler.yaml',
    'FileAvailable--etc-kubernetes-manifests-etcd.yaml',
  ],
  'swap-enabled': ['Swap'],
  'tc-missing': ['FileExisting-tc'],
  'too-few-cpus': ['NumCPU'],
  'too-little-memory': ['Mem'],
  'touch-missing': ['FileExisting-touch'],
}

for (const {id, aliases, file} of builtinRules) {
  test(`${id} goes by the checks of kubeadm it covers`, (t) => {
    const missing = (covered[id] ?? []).filter((name) => !aliases.includes(name))
    t.deepEqual(missing, [], `${file} lacks aliases`)
    t.deepEqual(
      aliases.filter((name) => !isKubeadmCheck(name)),
      [],
    )
  })
}

test('names of checks are known in any case, misspelt ones are not', (t) => {
  for (const name of Object.values(covered).flat()) t.true(isKubeadmCheck(name.toLowerCase()), name)
  t.true(isKubeadmCheck('Port-7443'))
  t.false(isKubeadmCheck('FileExisting-conntrak'))
  t.false(isKubeadmCheck('Port-1025O'))
})
