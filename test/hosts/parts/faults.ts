import type {Phase} from '../../../src/rules/rule.ts'
import {all, answering, type Change, having, labelled, replacing, replacingMachine, without} from './change.ts'

/** One fault on one healthy host, and the one rule that must find it. */
export interface Fault {
  readonly host: string
  readonly fault: string
  readonly phase: Phase
  readonly rule: string
  readonly change: Change
}

const on = (host: string, rows: readonly (readonly [Phase, string, string, Change])[]): readonly Fault[] =>
  rows.map(([phase, fault, rule, change]) => ({host, phase, fault, rule, change}))

const pods = '/var/lib/kubelet/pods'
const dated = '..2026_02_20_06_30_00.1718281828'
const proxyConfig = `${pods}/2a6c1e0f-5b1d-4c39-9d35-0f5c7a1be001/volumes/kubernetes.io~configmap/kube-proxy/${dated}/config.conf`
const token = '3c0a5f52-0f6f-41eb-9a3c-020000000003/volumes/kubernetes.io~'
const k3sRelease = '92c4f0c5b8f1a0f0d5fa2d6f1f0de41d7c33b7d8b1a7a0a6e9d1c53bb2e4a9c1'
const container = '/proc/3120/attr/current'

const routeTo = (dst: string): Change =>
  answering(
    'ip -j route show table all',
    '[{"dst":"default"',
    `[{"dst":"${dst}","dev":"eth0","gateway":"10.0.0.9","flags":[]},{"dst":"default"`,
  )

/** Faults that were planted in healthy hosts, at least three of different subjects in each. */
export const faults: readonly Fault[] = [
  ...on('ubuntu-24.04-kubeadm-containerd-flannel', [
    ['joined', 'portmap deleted', 'flannel-delegate-plugin-missing', without('/opt/cni/bin/portmap')],
    ['joined', 'a lost subnet file', 'flannel-subnet-env-missing', without('/run/flannel/subnet.env')],
    ['joined', 'a route into the pods', 'cluster-range-overlaps-route', routeTo('10.244.7.0/24')],
    [
      'bootstrap',
      'crictl asking CRI-O',
      'crictl-endpoint-wrong',
      replacing('/etc/crictl.yaml', 'containerd/containerd.sock', 'crio/crio.sock'),
    ],
    [
      'joined',
      'the network mounted noexec',
      'cni-bin-dir-mounted-noexec',
      replacing('/proc/self/mountinfo', '/ / rw,relatime', '/ / rw,noexec,relatime'),
    ],
  ]),
  ...on('ubuntu-22.04-kubeadm-containerd-calico', [
    ['joined', 'calico-ipam deleted', 'cni-plugin-missing', without('/opt/cni/bin/calico-ipam')],
    ['bootstrap', 'conntrack not installed', 'conntrack-missing', without('/usr/sbin/conntrack')],
    [
      'joined',
      'another service range for the controllers',
      'service-range-declared-differently',
      replacing('/etc/kubernetes/manifests/kube-controller-manager.yaml', '10.96.0.0/12', '10.100.0.0/16'),
    ],
    [
      'joined',
      'all configurations loaded',
      'containerd-loads-several-cni-configs',
      replacing('/etc/containerd/config.toml', 'max_conf_num = 1', 'max_conf_num = 0'),
    ],
    ['joined', 'a route into the services', 'cluster-range-overlaps-route', routeTo('10.96.7.0/24')],
  ]),
  ...on('rocky-9-crio-cilium', [
    [
      'joined',
      'a token with another type',
      'secret-volume-mislabelled',
      labelled(`${pods}/${token}projected/kube-api-access-zx9cv`, 'var_lib_t'),
    ],
    ['bootstrap', 'crun deleted', 'oci-runtime-missing', without('/usr/libexec/crio/crun')],
    [
      'joined',
      'SELinux off in CRI-O',
      'runtime-ignores-selinux',
      replacing('/etc/crio/crio.conf.d/10-crio.conf', '[crio.runtime]', '[crio.runtime]\nselinux = false'),
    ],
    [
      'joined',
      'a plugin copied from a home directory',
      'cni-plugin-mislabelled',
      labelled('/opt/cni/bin/cilium-cni', 'user_home_t'),
    ],
    [
      'joined',
      'an unfinished file first',
      'cni-config-invalid',
      having('/etc/cni/net.d/00-draft.conf', '{"cniVersion": "1.0.0", '),
    ],
  ]),
  ...on('amazon-linux-2023-eks', [
    ['joined', 'aws-cni not copied yet', 'cni-plugin-missing', without('/opt/cni/bin/aws-cni')],
    ['bootstrap', 'runc removed', 'oci-runtime-missing', without('/usr/sbin/runc')],
    [
      'joined',
      'enforcing after the next boot',
      'selinux-mode-changes-at-reboot',
      replacing('/etc/selinux/config', 'permissive', 'enforcing'),
    ],
    [
      'joined',
      'the plugin directory of another user',
      'cni-directory-not-root-owned',
      having('/opt/cni/bin', {directory: true, uid: 1000, selinux: 'system_u:object_r:bin_t:s0'}),
    ],
  ]),
  ...on('debian-12-docker-cri-dockerd-weave', [
    [
      'bootstrap',
      'hosts in daemon.json as well',
      'docker-hosts-set-twice',
      replacing('/etc/docker/daemon.json', '  "ip-masq"', '  "hosts": ["fd://"],\n  "ip-masq"'),
    ],
    [
      'bootstrap',
      'a number for the size of logs',
      'docker-log-options-not-strings',
      replacing('/etc/docker/daemon.json', '"max-size": "100m"', '"max-size": "100m",\n    "max-file": 3'),
    ],
    [
      'bootstrap',
      'cgroupfs for Docker',
      'docker-cgroup-driver-mismatch',
      replacing('/etc/docker/daemon.json', 'cgroupdriver=systemd', 'cgroupdriver=cgroupfs'),
    ],
    [
      'joined',
      'masquerading on again',
      'docker-masquerades-beside-overlay',
      replacing('/etc/docker/daemon.json', '  "ip-masq": false,\n  "iptables": false,\n', ''),
    ],
    [
      'joined',
      'a program for another processor',
      'cni-plugin-wrong-architecture',
      replacingMachine('/opt/cni/bin/weave-plugin-2.8.1', 183),
    ],
    [
      'joined',
      'Weave in another range than kube-proxy',
      'weave-range-differs-from-cluster-cidr',
      replacing(proxyConfig, '10.32.0.0/12', '10.64.0.0/12'),
    ],
  ]),
  ...on('centos-7-docker-flannel', [
    ['joined', 'conntrack not installed', 'conntrack-missing', without('/usr/sbin/conntrack')],
    ['bootstrap', 'iptables removed', 'iptables-missing', without('/usr/sbin/xtables-multi')],
    [
      'joined',
      'containers without labels',
      'runtime-ignores-selinux',
      all(
        replacing('/etc/sysconfig/docker', '--selinux-enabled ', ''),
        replacing('/proc/640/cmdline', '--selinux-enabled\0', ''),
      ),
    ],
    [
      'joined',
      'a token with another type',
      'secret-volume-mislabelled',
      labelled(`${pods}/${token}secret/default-token-zx9cv`, 'tmpfs_t'),
    ],
    ['joined', 'a token for another container', 'volume-categories-differ', replacing(container, 'c12,c34', 'c5,c6')],
    [
      'bootstrap',
      'cgroupfs for the kubelet',
      'docker-cgroup-driver-mismatch',
      all(
        replacing('/etc/kubernetes/kubelet', 'cgroup-driver=systemd', 'cgroup-driver=cgroupfs'),
        replacing('/proc/900/cmdline', 'cgroup-driver=systemd', 'cgroup-driver=cgroupfs'),
      ),
    ],
    [
      'joined',
      'options of the unit changed and not in force',
      'docker-runs-with-old-options',
      replacing('/etc/sysconfig/docker', 'max-size=50m', 'max-size=10m'),
    ],
  ]),
  ...on('k3s', [
    [
      'joined',
      'portmap lost from the release',
      'flannel-delegate-plugin-missing',
      all(
        without('/var/lib/rancher/k3s/data/cni/portmap'),
        without(`/var/lib/rancher/k3s/data/${k3sRelease}/bin/portmap`),
      ),
    ],
    ['joined', 'a lost subnet file', 'flannel-subnet-env-missing', without('/run/flannel/subnet.env')],
    [
      'bootstrap',
      'a file of flannel where k3s does not read',
      'cni-files-outside-distro-paths',
      having(
        '/etc/cni/net.d/10-flannel.conflist',
        '{"name": "cbr0", "cniVersion": "1.0.0", "plugins": [{"type": "flannel"}]}',
      ),
    ],
    ['joined', 'a route into the services', 'cluster-range-overlaps-route', routeTo('10.43.8.0/24')],
    [
      'joined',
      'rules of a network that was here before',
      'cni-chains-of-other-vendor',
      answering(
        'iptables-save',
        ':KUBE-FORWARD - [0:0]',
        ':KUBE-FORWARD - [0:0]\n:cali-FORWARD - [0:0]\n:cali-INPUT - [0:0]\n:cali-OUTPUT - [0:0]',
      ),
    ],
  ]),
  ...on('rke2', [
    [
      'joined',
      'selinux left out',
      'runtime-ignores-selinux',
      all(
        replacing('/etc/rancher/rke2/config.yaml', 'selinux: true\n', ''),
        replacing(
          '/var/lib/rancher/rke2/agent/etc/containerd/config.toml',
          'enable_selinux = true',
          'enable_selinux = false',
        ),
      ),
    ],
    ['joined', 'calico deleted', 'cni-plugin-missing', without('/opt/cni/bin/calico')],
    [
      'bootstrap',
      'rke2-selinux not installed',
      'rancher-selinux-policy-missing',
      replacing(
        '/etc/selinux/targeted/contexts/files/file_contexts',
        '/var/lib/rancher/rke2',
        '/var/lib/rancher/other',
      ),
    ],
    [
      'joined',
      'another name for this node',
      'calico-nodename-differs',
      all(
        replacing('/etc/cni/net.d/10-canal.conflist', '      "nodename": "node-1",\n', ''),
        having('/var/lib/calico/nodename', 'node-7'),
      ),
    ],
  ]),
]
