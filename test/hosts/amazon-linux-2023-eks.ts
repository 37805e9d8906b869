import {authority} from './parts/certificates.ts'
import {containerdConfig, containerdUnit, kubeletConfig, kubeletUnit} from './parts/eks.ts'
import {host, link, mergedUsr, program, programs, socket, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {baseTools, referencePlugins} from './parts/linux-tools.ts'
import {daemon, machine, startedUnit, written} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {containerdSandbox} from './parts/pods.ts'
import {containerContexts, labelled, targetedContexts} from './parts/selinux.ts'

const amazon = machine({
  osRelease: `NAME="Amazon Linux"
VERSION="2023"
ID="amzn"
ID_LIKE="fedora"
VERSION_ID="2023"
PLATFORM_ID="platform:al2023"
PRETTY_NAME="Amazon Linux 2023.9.20251110"
`,
  kernel: '6.1.158-178.288.amzn2023.x86_64',
  cgroups: 2,
  rootType: 'xfs',
  isLabelled: true,
  modulesDirectory: '/usr/lib/modules',
  bootOptions: 'console=tty0 console=ttyS0,115200n8 nvme_core.io_timeout=4294967295 selinux=1 security=selinux quiet',
  builtin: ['net/ipv4/netfilter/nf_defrag_ipv4.ko'],
  loaded: [
    'fs/overlayfs/overlay.ko',
    'net/bridge/bridge.ko',
    'net/bridge/br_netfilter.ko',
    'net/netfilter/nf_conntrack.ko',
    'net/netfilter/nf_nat.ko',
    'net/netfilter/xt_comment.ko',
    'net/netfilter/xt_conntrack.ko',
    'net/netfilter/xt_mark.ko',
    'net/ipv4/netfilter/ip_tables.ko',
    'net/ipv4/netfilter/iptable_nat.ko',
    'net/ipv4/netfilter/iptable_filter.ko',
  ],
})
const kube = kubeRules('172.20.0.1', '192.168.100.7')
const links = network(
  [
    {name: 'ens5', mtu: 9001, addresses: ['192.168.61.14/19']},
    {name: 'eni4c1a7e9f02b', kind: 'veth', mtu: 9001},
    {name: 'ens6', mtu: 9001, addresses: ['192.168.44.203/19']},
  ],
  [
    {dst: 'default', dev: 'ens5', via: '192.168.32.1', protocol: 'dhcp', metric: 512},
    {dst: '192.168.0.2/32', dev: 'ens5', via: '192.168.32.1', protocol: 'dhcp', metric: 512},
    {dst: '192.168.40.77/32', dev: 'eni4c1a7e9f02b'},
  ],
)
const kubeletArgs = [
  '--cloud-provider=external',
  '--config-dir=/etc/kubernetes/kubelet/config.json.d',
  '--config=/etc/kubernetes/kubelet/config.json',
  '--hostname-override=ip-192-168-61-14.eu-central-1.compute.internal',
  '--kubeconfig=/var/lib/kubelet/kubeconfig',
  '--node-ip=192.168.61.14',
  '--node-labels=eks.amazonaws.com/nodegroup=workers',
  '--runtime-cgroups=/runtime.slice/containerd.service',
  '--v=2',
]

const files = {
  ...mergedUsr,
  ...amazon.files,
  ...links.files,
  '/etc/hosts': '127.0.0.1   localhost localhost.localdomain localhost4 localhost4.localdomain4\n',
  ...baseTools,
  '/etc/resolv.conf': link('../run/systemd/resolve/resolv.conf'),
  '/run/systemd/resolve/resolv.conf': 'nameserver 192.168.0.2\nsearch eu-central-1.compute.internal\n',
  '/etc/modules-load.d/eks.conf': 'br_netfilter\noverlay\n',
  '/etc/sysctl.d/99-kubernetes-cri.conf': written(
    'net.bridge.bridge-nf-call-ip6tables = 1\nnet.bridge.bridge-nf-call-iptables = 1\nnet.ipv4.ip_forward = 1\n',
  ),
  ...programs('/usr/sbin', {
    'xtables-nft-multi': 240_000,
    conntrack: 90_000,
    ipset: 32_000,
    ipvsadm: 60_000,
    nft: 28_000,
    runc: 11_900_000,
  }),
  ...programs('/usr/bin', {
    containerd: 55_000_000,
    'containerd-shim-runc-v2': 14_000_000,
    ctr: 27_000_000,
    kubelet: 77_000_000,
    nodeadm: 52_000_000,
    socat: 420_000,
  }),
  ...Object.fromEntries(
    ['iptables', 'ip6tables', 'ebtables', 'iptables-save', 'ip6tables-save'].map((name) => [
      `/usr/sbin/${name}`,
      link('xtables-nft-multi'),
    ]),
  ),
  ...startedUnit('containerd.service', containerdUnit),
  '/etc/containerd/config.toml': containerdConfig,
  '/etc/containerd/base-runtime-spec.json': '{"ociVersion": "1.1.0"}\n',
  '/run/containerd/containerd.sock': socket,
  ...daemon(700, 'containerd.service', ['/usr/bin/containerd'], 'runtime.slice'),
  ...startedUnit('kubelet.service', kubeletUnit, '/etc/systemd/system'),
  '/etc/eks/kubelet/environment': `NODEADM_KUBELET_ARGS="${kubeletArgs.join(' ')}"\n`,
  '/etc/kubernetes/kubelet/config.json': kubeletConfig,
  '/etc/kubernetes/pki/ca.crt': authority,
  '/var/lib/kubelet/kubeconfig': `apiVersion: v1
kind: Config
clusters:
- name: kubernetes
  cluster:
    certificate-authority: /etc/kubernetes/pki/ca.crt
    server: https://0123456789ABCDEF.gr7.eu-central-1.eks.amazonaws.com
current-context: kubelet
contexts:
- name: kubelet
  context:
    cluster: kubernetes
    user: kubelet
users:
- name: kubelet
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      command: /usr/bin/aws-iam-authenticator
      args: [token, -i, workers, --region, eu-central-1]
`,
  ...daemon(900, 'kubelet.service', ['/usr/bin/kubelet', ...kubeletArgs], 'runtime.slice'),
  ...containerdSandbox(3000, '4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c'),
  ...referencePlugins('/opt/cni/bin', [
    'bandwidth',
    'bridge',
    'dhcp',
    'dummy',
    'firewall',
    'host-device',
    'host-local',
    'ipvlan',
    'loopback',
    'macvlan',
    'portmap',
    'ptp',
    'sbr',
    'static',
    'tap',
    'tuning',
    'vlan',
    'vrf',
  ]),
  '/opt/cni/bin/aws-cni': program(19_000_000),
  '/opt/cni/bin/egress-cni': program(9_000_000),
  '/opt/cni/bin/aws-cni-support.sh': {content: '#!/usr/bin/env bash\n', mode: '0755'},
  '/etc/cni/net.d/10-aws.conflist': `{
  "cniVersion": "0.4.0",
  "name": "aws-cni",
  "disableCheck": true,
  "plugins": [
    {
      "name": "aws-cni",
      "type": "aws-cni",
      "vethPrefix": "eni",
      "mtu": "9001",
      "podSGEnforcingMode": "strict",
      "pluginLogFile": "/var/log/aws-routed-eni/plugin.log",
      "pluginLogLevel": "DEBUG",
      "capabilities": {"io.kubernetes.cri.pod-annotations": true}
    },
    {
      "name": "egress-cni",
      "type": "egress-cni",
      "mtu": "9001",
      "enabled": "false",
      "randomizeSNAT": "prng",
      "nodeIP": "",
      "ipam": {
         "type": "host-local",
         "ranges": [[{"subnet": "fd00::ac:00/118"}]],
         "routes": [{"dst": "::/0"}],
         "dataDir": "/run/cni/v4pd/egress-v6-ipam"
      },
      "pluginLogFile": "/var/log/aws-routed-eni/egress-v6-plugin.log",
      "pluginLogLevel": "DEBUG"
    },
    {
      "type": "portmap",
      "capabilities": {"portMappings": true},
      "snat": true
    }
  ]
}
`,
}
const labelledFiles = labelled(files, targetedContexts + containerContexts)

/** Amazon Linux 2023 as EKS 1.33 has it: nodeadm, containerd 1.7, the AWS VPC network with a second interface. */
export const document = host(
  'amazon-linux-2023-eks',
  {
    ...labelledFiles,
    '/etc/selinux/config': {
      content: 'SELINUX=permissive\nSELINUXTYPE=targeted\n',
      selinux: 'system_u:object_r:selinux_config_t:s0',
    },
    '/sys/fs/selinux/enforce': '0',
  },
  [
    ...amazon.commands,
    ...links.commands,
    ...iptables('v1.8.8', {
      nat: [
        ...kube.nat,
        'PREROUTING -i eni+ -m comment --comment "AWS, outbound connections" -j AWS-CONNMARK-CHAIN-0',
        'POSTROUTING -m comment --comment "AWS SNAT CHAIN" -j AWS-SNAT-CHAIN-0',
        'AWS-CONNMARK-CHAIN-0 -d 192.168.0.0/16 -m comment --comment "AWS CONNMARK CHAIN, VPC CIDR" -j RETURN',
        'AWS-CONNMARK-CHAIN-0 -m comment --comment "AWS, CONNMARK" -j CONNMARK --set-xmark 0x80/0x80',
        'AWS-SNAT-CHAIN-0 -d 192.168.0.0/16 -m comment --comment "AWS SNAT CHAIN" -j RETURN',
        'AWS-SNAT-CHAIN-0 ! -o vlan+ -m comment --comment "AWS, SNAT" -m addrtype ! --dst-type LOCAL -j SNAT --to-source 192.168.61.14 --random-fully',
      ],
      filter: kube.filter,
    }),
    version('kubelet', 'Kubernetes v1.33.5-eks-113cf36'),
    version(
      'containerd',
      'containerd github.com/containerd/containerd 1.7.28 b98a3aace656320842a23f4a392a33f46af97866',
    ),
    version('runc', 'runc version 1.3.2'),
    version('conntrack', 'conntrack v1.4.6 (conntrack-tools)'),
    version('iptables', 'iptables v1.8.8 (nf_tables)'),
    version('nft', 'nftables v1.0.4 (Lester Gooch #3)'),
  ],
)
