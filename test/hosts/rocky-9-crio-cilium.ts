import {rocky, rocky9} from './parts/enterprise-linux.ts'
import {host, mergedUsr, program, programs, socket, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeadmNode} from './parts/kubeadm.ts'
import {baseTools, referencePlugins} from './parts/linux-tools.ts'
import {daemon, startedUnit} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {configMap, confinedPod, kubeProxyPod} from './parts/pods.ts'
import {containerContexts, labelled, targetedContexts} from './parts/selinux.ts'

const kube = kubeRules('10.96.0.1', '10.0.0.10')
const links = network(
  [
    {name: 'eth0', addresses: ['10.0.0.11/24']},
    {name: 'cilium_net', kind: 'veth'},
    {name: 'cilium_host', kind: 'veth', addresses: ['10.244.1.108/32']},
    {name: 'cilium_vxlan', kind: 'vxlan', state: 'UNKNOWN'},
    {name: 'lxc_health', kind: 'veth'},
    {name: 'lxc3c5d1a7e9f02', kind: 'veth'},
  ],
  [
    {dst: 'default', dev: 'eth0', via: '10.0.0.1', protocol: 'static', metric: 100},
    {dst: '10.244.0.0/24', dev: 'cilium_host', via: '10.244.1.108', src: '10.244.1.108', protocol: 'kernel'},
    {dst: '10.244.1.0/24', dev: 'cilium_host', via: '10.244.1.108', src: '10.244.1.108', protocol: 'kernel'},
    {dst: '10.244.1.108/32', dev: 'cilium_host', protocol: 'kernel'},
  ],
)
const pod = confinedPod(
  3120,
  '/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podUID.slice/crio-1b6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c.scope',
  true,
)

const unit = `[Unit]
Description=Container Runtime Interface for OCI (CRI-O)
Documentation=https://github.com/cri-o/cri-o
Wants=network-online.target
Before=kubelet.service
After=network-online.target

[Service]
Type=notify
EnvironmentFile=-/etc/sysconfig/crio
Environment=GOTRACEBACK=crash
ExecStart=/usr/bin/crio \\
          $CRIO_CONFIG_OPTIONS \\
          $CRIO_RUNTIME_OPTIONS \\
          $CRIO_STORAGE_OPTIONS \\
          $CRIO_NETWORK_OPTIONS \\
          $CRIO_METRICS_OPTIONS
ExecReload=/bin/kill -s HUP $MAINPID
TasksMax=infinity
LimitNOFILE=1048576
LimitNPROC=1048576
LimitCORE=infinity
OOMScoreAdjust=-999
TimeoutStartSec=0
Restart=on-failure
RestartSec=10

[Install]
WantedBy=multi-user.target
Alias=cri-o.service
`
const packaged = `[crio.image]
signature_policy = "/etc/crio/policy.json"

[crio.runtime]
default_runtime = "crun"

[crio.runtime.runtimes.crun]
runtime_path = "/usr/libexec/crio/crun"
runtime_root = "/run/crun"
monitor_path = "/usr/libexec/crio/conmon"
allowed_annotations = [
    "io.containers.trace-syscall",
]

[crio.runtime.runtimes.runc]
runtime_path = "/usr/libexec/crio/runc"
runtime_root = "/run/runc"
monitor_path = "/usr/libexec/crio/conmon"
`

const files = {
  ...mergedUsr,
  ...rocky.files,
  '/proc/self/mountinfo': `${rocky.files['/proc/self/mountinfo']}${pod.mount}`,
  ...links.files,
  ...baseTools,
  ...rocky9,
  ...startedUnit('crio.service', unit),
  '/etc/crio/crio.conf.d/10-crio.conf': packaged,
  '/etc/crictl.yaml': 'runtime-endpoint: "unix:///var/run/crio/crio.sock"\ntimeout: 0\ndebug: false\n',
  ...programs('/usr/bin', {crio: 53_000_000, pinns: 1_200_000, crictl: 39_000_000}),
  ...programs('/usr/libexec/crio', {conmon: 2_100_000, crun: 3_200_000, runc: 12_000_000}),
  '/run/crio/crio.sock': socket,
  ...daemon(700, 'crio.service', ['/usr/bin/crio']),
  ...kubeadmNode({
    extraArgsFile: '/etc/sysconfig/kubelet',
    kubeadmArgs:
      '--container-runtime-endpoint=unix:///var/run/crio/crio.sock --pod-infra-container-image=registry.k8s.io/pause:3.10',
    config: '',
  }),
  ...kubeProxyPod('10.244.0.0/16'),
  ...configMap('7d0b8a44-21d7-4b51-8c1e-b0f2c8f7a002', 'cilium-config-path', {
    ipam: 'cluster-pool',
    'cluster-pool-ipv4-cidr': '10.244.0.0/16',
    'cluster-pool-ipv4-mask-size': '24',
    'enable-ipv4-masquerade': 'true',
    'routing-mode': 'tunnel',
    'tunnel-protocol': 'vxlan',
  }),
  ...pod.files,
  ...referencePlugins('/opt/cni/bin'),
  '/opt/cni/bin/cilium-cni': program(58_000_000),
  '/etc/cni/net.d/05-cilium.conflist': `{
  "cniVersion": "0.3.1",
  "name": "cilium",
  "plugins": [
    {
       "type": "cilium-cni",
       "enable-debug": false,
       "log-file": "/var/run/cilium/cilium-cni.log"
    }
  ]
}
`,
  '/etc/cni/net.d/10-crio-bridge.conflist.cilium_bak': `{
  "cniVersion": "1.0.0",
  "name": "crio",
  "plugins": [
    {
      "type": "bridge",
      "bridge": "cni0",
      "isGateway": true,
      "ipMasq": true,
      "hairpinMode": true,
      "ipam": {
        "type": "host-local",
        "routes": [{ "dst": "0.0.0.0/0" }],
        "ranges": [[{ "subnet": "10.85.0.0/16" }]]
      }
    }
  ]
}
`,
}

/** Rocky Linux 9, SELinux enforcing, joined by kubeadm 1.33 with CRI-O of its own packages and Cilium 1.17 beside kube-proxy. */
export const document = host('rocky-9-crio-cilium', labelled(files, targetedContexts + containerContexts), [
  ...rocky.commands,
  ...links.commands,
  ...iptables('v1.8.10 (nf_tables)', {
    nat: [
      ...kube.nat,
      'POSTROUTING -m comment --comment "cilium-feeder: CILIUM_POST_nat" -j CILIUM_POST_nat',
      'CILIUM_POST_nat -s 10.244.1.0/24 ! -d 10.244.1.0/24 ! -o cilium_+ -m comment --comment "cilium masquerade non-cluster" -j MASQUERADE',
    ],
    filter: [
      ...kube.filter,
      'FORWARD -m comment --comment "cilium-feeder: CILIUM_FORWARD" -j CILIUM_FORWARD',
      'CILIUM_FORWARD -o cilium_host -m comment --comment "cilium: any->cluster on cilium_host forward accept" -j ACCEPT',
      'CILIUM_FORWARD -i cilium_host -m comment --comment "cilium: cluster->any on cilium_host forward accept (nodeport)" -j ACCEPT',
      'CILIUM_FORWARD -i lxc+ -m comment --comment "cilium: cluster->any on lxc+ forward accept" -j ACCEPT',
    ],
  }),
  version('kubelet', 'Kubernetes v1.33.5'),
  version('crio', 'crio version 1.33.4\nVersion:        1.33.4'),
  version('runc', 'runc version 1.3.1'),
  version('crictl', 'crictl version v1.33.0'),
  version('conntrack', 'conntrack v1.4.7 (conntrack-tools)'),
  version('iptables', 'iptables v1.8.10 (nf_tables)'),
  version('nft', 'nftables v1.0.9 (Old Doc Yak #3)'),
])
