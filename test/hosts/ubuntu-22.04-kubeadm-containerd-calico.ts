import {containerd} from './parts/containerd.ts'
import {controlPlane} from './parts/control-plane.ts'
import {dpkg, ubuntu} from './parts/debian.ts'
import {host, mergedUsr, programs, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeadmNode} from './parts/kubeadm.ts'
import {baseTools, referencePlugins} from './parts/linux-tools.ts'
import {machine} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {containerdSandbox, kubeProxyPod} from './parts/pods.ts'

const jammy = machine({
  osRelease: `PRETTY_NAME="Ubuntu 22.04.5 LTS"
NAME="Ubuntu"
VERSION_ID="22.04"
VERSION="22.04.5 LTS (Jammy Jellyfish)"
VERSION_CODENAME=jammy
ID=ubuntu
ID_LIKE=debian
UBUNTU_CODENAME=jammy
`,
  kernel: '5.15.0-161-generic',
  cgroups: 2,
  rootType: 'ext4',
  modulesDirectory: '/usr/lib/modules',
  builtin: ['fs/overlayfs/overlay.ko'],
  loaded: [
    'net/bridge/bridge.ko',
    'net/bridge/br_netfilter.ko',
    'net/netfilter/nf_conntrack.ko',
    'net/netfilter/nf_nat.ko',
    'net/netfilter/nf_tables.ko',
    'net/netfilter/nft_compat.ko',
    'net/netfilter/xt_comment.ko',
    'net/netfilter/xt_conntrack.ko',
    'net/netfilter/xt_mark.ko',
    'net/netfilter/xt_set.ko',
    'net/netfilter/ipset/ip_set.ko',
    'net/ipv4/ipip.ko',
  ],
})
const kube = kubeRules('10.96.0.1', '10.0.0.11')
const links = network(
  [
    {name: 'eth0', addresses: ['10.0.0.11/24']},
    {name: 'tunl0', mtu: 1480, state: 'UNKNOWN', kind: 'ipip', addresses: ['192.168.84.128/32']},
    {name: 'cali1c2d3e4f5a6', kind: 'veth', mtu: 1480},
  ],
  [
    {dst: 'default', dev: 'eth0', via: '10.0.0.1', protocol: 'static'},
    {dst: '192.168.84.129/32', dev: 'cali1c2d3e4f5a6'},
    {dst: '192.168.247.0/26', dev: 'tunl0', via: '10.0.0.12', protocol: 'bird'},
    {type: 'blackhole', dst: '192.168.84.128/26', protocol: 'bird'},
  ],
)

/** Ubuntu 22.04 as a control plane of kubeadm 1.30 with containerd of Docker's repository and Calico 3.28 over IP-in-IP. */
export const document = host(
  'ubuntu-22.04-kubeadm-containerd-calico',
  {
    ...mergedUsr,
    ...jammy.files,
    ...links.files,
    ...baseTools,
    ...ubuntu,
    ...dpkg({
      conntrack: '1:1.4.6-2build2',
      'containerd.io': '1.7.28-1~ubuntu.22.04~jammy',
      'cri-tools': '1.30.1-1.1',
      iptables: '1.8.7-1ubuntu5.2',
      kubeadm: '1.30.14-1.1',
      kubectl: '1.30.14-1.1',
      kubelet: '1.30.14-1.1',
      'kubernetes-cni': '1.4.0-1.1',
      socat: '1.7.4.1-3ubuntu4',
      systemd: '249.11-0ubuntu3.16',
    }),
    ...containerd('registry.k8s.io/pause:3.9'),
    ...kubeadmNode({
      extraArgsFile: '/etc/default/kubelet',
      kubeadmArgs:
        '--container-runtime-endpoint=unix:///var/run/containerd/containerd.sock --pod-infra-container-image=registry.k8s.io/pause:3.9',
      config: 'resolvConf: /run/systemd/resolve/resolv.conf\n',
    }),
    ...controlPlane('v1.30.14', '192.168.0.0/16', '10.96.0.0/12'),
    ...kubeProxyPod('192.168.0.0/16'),
    ...containerdSandbox(3000, '4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c'),
    ...referencePlugins('/opt/cni/bin'),
    ...programs('/opt/cni/bin', {calico: 61_000_000, 'calico-ipam': 61_000_000, install: 61_000_000}),
    '/var/lib/calico/nodename': 'node-1',
    '/etc/cni/net.d/calico-kubeconfig': {content: 'apiVersion: v1\nkind: Config\n', mode: '0600'},
    '/etc/cni/net.d/10-calico.conflist': `{
  "name": "k8s-pod-network",
  "cniVersion": "0.3.1",
  "plugins": [
    {
      "type": "calico",
      "log_level": "info",
      "log_file_path": "/var/log/calico/cni/cni.log",
      "datastore_type": "kubernetes",
      "nodename": "node-1",
      "mtu": 0,
      "ipam": {
          "type": "calico-ipam"
      },
      "policy": {
          "type": "k8s"
      },
      "kubernetes": {
          "kubeconfig": "/etc/cni/net.d/calico-kubeconfig"
      }
    },
    {
      "type": "portmap",
      "snat": true,
      "capabilities": {"portMappings": true}
    },
    {
      "type": "bandwidth",
      "capabilities": {"bandwidth": true}
    }
  ]
}
`,
    '/proc/2900/comm': 'calico-node\n',
    '/proc/2900/cmdline': 'calico-node\0-felix\0',
    '/proc/2900/environ':
      'CALICO_IPV4POOL_IPIP=Always\0CALICO_IPV4POOL_VXLAN=Never\0CALICO_NETWORKING_BACKEND=bird\0NODENAME=node-1\0',
    '/proc/2900/cgroup':
      '0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c4c6e0a0c2f.scope\n',
  },
  [
    ...jammy.commands,
    ...links.commands,
    ...iptables('v1.8.7', {
      nat: [
        ...kube.nat,
        'PREROUTING -m comment --comment "cali:6gwbT8clXdHdC1b1" -j cali-PREROUTING',
        'POSTROUTING -m comment --comment "cali:O3lYWMrLQYEMJtB5" -j cali-POSTROUTING',
        'cali-POSTROUTING -m comment --comment "cali:NVetRMNXsDkqHPZB" -j cali-nat-outgoing',
        'cali-PREROUTING -m comment --comment "cali:r6XmIziWUJsdOK6Z" -j RETURN',
        'cali-nat-outgoing -m comment --comment "cali:flqWnvo8yq4ULQLa" -m set --match-set cali40masq-ipam-pools src -m set ! --match-set cali40all-ipam-pools dst -j MASQUERADE --random-fully',
      ],
      filter: [
        'FORWARD -m comment --comment "cali:wUHhoiAYhphO9Mso" -j cali-FORWARD',
        ...kube.filter,
        'FORWARD -m comment --comment "cali:S93hcgKJrXEqnTfs" -m comment --comment "Policy explicitly accepted packet." -m mark --mark 0x10000/0x10000 -j ACCEPT',
        'cali-FORWARD -m comment --comment "cali:vjrMJCRpqwy5oRoX" -j MARK --set-xmark 0x0/0xe0000',
        'cali-FORWARD -i cali+ -m comment --comment "cali:8ZoYfO5HKXWbB3pk" -j ACCEPT',
        'cali-FORWARD -o cali+ -m comment --comment "cali:jdEuaPBe14V2hutn" -j ACCEPT',
      ],
    }),
    version('kubelet', 'Kubernetes v1.30.14'),
    version('containerd', 'containerd containerd.io 1.7.28 b98a3aace656320842a23f4a392a33f46af97866'),
    version('runc', 'runc version 1.3.0'),
    version('crictl', 'crictl version v1.30.1'),
    version('conntrack', 'conntrack v1.4.6 (conntrack-tools)'),
    version('iptables', 'iptables v1.8.7 (nf_tables)'),
    version('nft', 'nftables v1.0.2 (Lester Gooch)'),
  ],
)
