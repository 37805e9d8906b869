import {type Files, link, programs} from './files.ts'
import {machine, written} from './machine.ts'

/** What kubeadm's documentation has one set up on Debian and its like, and the front ends of iptables there. */
const debianBase: Files = {
  '/etc/modules-load.d/k8s.conf': 'overlay\nbr_netfilter\n',
  '/etc/sysctl.d/k8s.conf': written(
    'net.bridge.bridge-nf-call-iptables  = 1\nnet.bridge.bridge-nf-call-ip6tables = 1\nnet.ipv4.ip_forward                 = 1\n',
  ),
  ...programs('/usr/sbin', {
    'xtables-nft-multi': 224_296,
    'xtables-legacy-multi': 100_000,
    conntrack: 80_000,
    ipset: 32_000,
    nft: 26_640,
  }),
  ...programs('/usr/bin', {socat: 421_112, crictl: 39_000_000}),
  '/usr/sbin/iptables': link('/etc/alternatives/iptables'),
  '/usr/sbin/ip6tables': link('/etc/alternatives/ip6tables'),
  '/usr/sbin/ebtables': link('/etc/alternatives/ebtables'),
  '/etc/alternatives/iptables': link('/usr/sbin/iptables-nft'),
  '/etc/alternatives/ip6tables': link('/usr/sbin/ip6tables-nft'),
  '/etc/alternatives/ebtables': link('/usr/sbin/ebtables-nft'),
  '/usr/sbin/iptables-nft': link('xtables-nft-multi'),
  '/usr/sbin/ip6tables-nft': link('xtables-nft-multi'),
  '/usr/sbin/ebtables-nft': link('xtables-nft-multi'),
  '/usr/sbin/iptables-save': link('xtables-nft-multi'),
}

/** Debian Server besides, with a fixed address in interfaces(5). */
export const debian12: Files = {
  ...debianBase,
  '/etc/network/interfaces':
    'auto lo\niface lo inet loopback\n\nauto eth0\niface eth0 inet static\n    address 10.0.0.11/24\n    gateway 10.0.0.1\n',
  '/etc/resolv.conf': 'nameserver 10.0.0.2\n',
}

/** Ubuntu Server besides: netplan with a fixed address, the stub of systemd-resolved, and ufw that is off. */
export const ubuntu: Files = {
  ...debianBase,
  '/etc/netplan/50-cloud-init.yaml': `network:
  version: 2
  ethernets:
    eth0:
      addresses:
      - 10.0.0.11/24
      nameservers:
        addresses: [10.0.0.2]
      routes:
      - to: default
        via: 10.0.0.1
`,
  '/etc/resolv.conf': link('../run/systemd/resolve/stub-resolv.conf'),
  '/run/systemd/resolve/stub-resolv.conf': 'nameserver 127.0.0.53\noptions edns0 trust-ad\nsearch .\n',
  '/run/systemd/resolve/resolv.conf': 'nameserver 10.0.0.2\nsearch .\n',
  '/etc/ufw/ufw.conf': 'ENABLED=no\nLOGLEVEL=low\n',
  '/etc/crictl.yaml': 'runtime-endpoint: unix:///run/containerd/containerd.sock\n',
}

/** The database of dpkg for packages of these versions. */
export function dpkg(packages: Readonly<Record<string, string>>): Files {
  const entry = ([name, version]: [string, string]) =>
    `Package: ${name}\nStatus: install ok installed\nPriority: optional\nArchitecture: amd64\nVersion: ${version}\n\n`
  return {'/var/lib/dpkg/status': Object.entries(packages).map(entry).join('')}
}

/** Debian 12 with its kernel and the modules that a node loads. */
export const bookworm = machine({
  osRelease: `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
VERSION="12 (bookworm)"
VERSION_CODENAME=bookworm
ID=debian
`,
  kernel: '6.1.0-41-amd64',
  cgroups: 2,
  rootType: 'ext4',
  modulesDirectory: '/usr/lib/modules',
  builtin: ['net/ipv4/netfilter/nf_defrag_ipv4.ko'],
  loaded: [
    'fs/overlayfs/overlay.ko',
    'net/bridge/bridge.ko',
    'net/bridge/br_netfilter.ko',
    'net/netfilter/nf_conntrack.ko',
    'net/netfilter/nf_nat.ko',
    'net/netfilter/nf_tables.ko',
    'net/netfilter/nft_compat.ko',
    'net/netfilter/xt_comment.ko',
    'net/netfilter/xt_conntrack.ko',
    'net/netfilter/xt_mark.ko',
    'drivers/net/vxlan/vxlan.ko',
    'net/openvswitch/openvswitch.ko',
  ],
})
