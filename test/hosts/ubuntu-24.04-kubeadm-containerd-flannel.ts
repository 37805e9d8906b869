import {containerd} from './parts/containerd.ts'
import {dpkg, ubuntu} from './parts/debian.ts'
import {host, mergedUsr, version} from './parts/files.ts'
import {flannelFiles, flannelLinks, flannelPod, flannelRoutes, flannelRules, sandbox} from './parts/flannel.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeadmNode} from './parts/kubeadm.ts'
import {baseTools, referencePlugins} from './parts/linux-tools.ts'
import {machine} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {containerdSandbox, kubeProxyPod} from './parts/pods.ts'

const noble = machine({
  osRelease: `PRETTY_NAME="Ubuntu 24.04.3 LTS"
NAME="Ubuntu"
VERSION_ID="24.04"
VERSION="24.04.3 LTS (Noble Numbat)"
VERSION_CODENAME=noble
ID=ubuntu
ID_LIKE=debian
UBUNTU_CODENAME=noble
LOGO=ubuntu-logo
`,
  kernel: '6.8.0-90-generic',
  cgroups: 2,
  rootType: 'ext4',
  modulesDirectory: '/usr/lib/modules',
  builtin: ['net/ipv4/netfilter/nf_defrag_ipv4.ko'],
  loaded: [
    'fs/overlayfs/overlay.ko.zst',
    'net/bridge/bridge.ko.zst',
    'net/bridge/br_netfilter.ko.zst',
    'net/netfilter/nf_conntrack.ko.zst',
    'net/netfilter/nf_nat.ko.zst',
    'net/netfilter/nf_tables.ko.zst',
    'net/netfilter/nft_compat.ko.zst',
    'net/netfilter/xt_comment.ko.zst',
    'net/netfilter/xt_conntrack.ko.zst',
    'net/netfilter/xt_mark.ko.zst',
    'net/netfilter/xt_MASQUERADE.ko.zst',
    'drivers/net/vxlan/vxlan.ko.zst',
  ],
})
const kube = kubeRules('10.96.0.1', '10.0.0.10')
const links = network(
  [{name: 'eth0', addresses: ['10.0.0.11/24']}, ...flannelLinks],
  [{dst: 'default', dev: 'eth0', via: '10.0.0.1', protocol: 'static'}, ...flannelRoutes],
)

/** Ubuntu 24.04 joined by kubeadm 1.34 with containerd of Docker's repository and flannel 0.27 in its DaemonSet. */
export const document = host(
  'ubuntu-24.04-kubeadm-containerd-flannel',
  {
    ...mergedUsr,
    ...noble.files,
    ...links.files,
    ...baseTools,
    ...ubuntu,
    ...dpkg({
      conntrack: '1:1.4.8-1ubuntu1',
      'containerd.io': '1.7.29-1~ubuntu.24.04~noble',
      'cri-tools': '1.34.0-1.1',
      iptables: '1.8.10-3ubuntu2',
      kubeadm: '1.34.3-1.1',
      kubectl: '1.34.3-1.1',
      kubelet: '1.34.3-1.1',
      'kubernetes-cni': '1.7.1-1.1',
      socat: '1.8.0.0-4build3',
      systemd: '255.4-1ubuntu8.11',
    }),
    ...containerd('registry.k8s.io/pause:3.10.1'),
    ...kubeadmNode({
      extraArgsFile: '/etc/default/kubelet',
      kubeadmArgs: '',
      config:
        'containerRuntimeEndpoint: unix:///run/containerd/containerd.sock\nresolvConf: /run/systemd/resolve/resolv.conf\n',
    }),
    ...referencePlugins('/opt/cni/bin'),
    ...flannelFiles('0.3.1'),
    ...flannelPod,
    ...kubeProxyPod('10.244.0.0/16'),
    ...containerdSandbox(3000, sandbox),
  },
  [
    ...noble.commands,
    ...links.commands,
    ...iptables('v1.8.10', {nat: [...kube.nat, ...flannelRules.nat], filter: [...kube.filter, ...flannelRules.filter]}),
    version('kubelet', 'Kubernetes v1.34.3'),
    version('containerd', 'containerd containerd.io v1.7.29 442cb34bda9a6a0fed82a2ca7cade05c5c749582'),
    version('runc', 'runc version 1.3.3'),
    version('crictl', 'crictl version v1.34.0'),
    version('conntrack', 'conntrack v1.4.8 (conntrack-tools)'),
    version('iptables', 'iptables v1.8.10 (nf_tables)'),
    version('nft', 'nftables v1.0.9 (Old Doc Yak #3)'),
  ],
)
