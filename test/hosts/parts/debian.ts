import {type Files, link, programs} from './files.ts'
import {written} from './machine.ts'

/** What kubeadm's documentation has one set up on Debian and its like, and the front ends of iptables there. */
export const debianBase: Files = {
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
