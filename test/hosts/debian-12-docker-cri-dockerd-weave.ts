import {containerdUnit} from './parts/containerd.ts'
import {bookworm, debian12, dpkg} from './parts/debian.ts'
import {host, link, mergedUsr, program, programs, socket, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeadmNode} from './parts/kubeadm.ts'
import {baseTools, referencePlugins} from './parts/linux-tools.ts'
import {daemon, installedUnit, startedUnit, written} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {kubeProxyPod} from './parts/pods.ts'

const kube = kubeRules('10.96.0.1', '10.0.0.10')
const links = network(
  [
    {name: 'eth0', addresses: ['10.0.0.11/24']},
    {name: 'docker0', kind: 'bridge', state: 'DOWN', addresses: ['172.17.0.1/16']},
    {name: 'datapath', kind: 'openvswitch', mtu: 1376, state: 'UNKNOWN'},
    {name: 'weave', kind: 'bridge', mtu: 1376, addresses: ['10.40.0.0/12']},
    {name: 'vethwe-datapath', kind: 'veth', mtu: 1376, master: 'datapath'},
    {name: 'vethwe-bridge', kind: 'veth', mtu: 1376, master: 'weave'},
    {name: 'vxlan-6784', kind: 'vxlan', mtu: 65535, state: 'UNKNOWN', master: 'datapath'},
    {name: 'vethwepl1a2b3c4', kind: 'veth', mtu: 1376, master: 'weave'},
  ],
  [{dst: 'default', dev: 'eth0', via: '10.0.0.1'}],
)

const dockerUnit = `[Unit]
Description=Docker Application Container Engine
Documentation=https://docs.docker.com
After=network-online.target docker.socket firewalld.service containerd.service time-set.target
Wants=network-online.target containerd.service
Requires=docker.socket

[Service]
Type=notify
ExecStart=/usr/bin/dockerd -H fd:// --containerd=/run/containerd/containerd.sock
ExecReload=/bin/kill -s HUP $MAINPID
TimeoutStartSec=0
RestartSec=2
Restart=always
StartLimitBurst=3
StartLimitInterval=60s
LimitNPROC=infinity
LimitCORE=infinity
TasksMax=infinity
Delegate=yes
KillMode=process
OOMScoreAdjust=-500

[Install]
WantedBy=multi-user.target
`
const dockerSocket = `[Unit]
Description=Docker Socket for the API

[Socket]
ListenStream=/run/docker.sock
SocketMode=0660
SocketUser=root
SocketGroup=docker

[Install]
WantedBy=sockets.target
`
const criDockerUnit = `[Unit]
Description=CRI Interface for Docker Application Container Engine
Documentation=https://docs.mirantis.com
After=network-online.target firewalld.service docker.service
Wants=network-online.target
Requires=cri-docker.socket

[Service]
Type=notify
ExecStart=/usr/bin/cri-dockerd --container-runtime-endpoint fd://
ExecReload=/bin/kill -s HUP $MAINPID
TimeoutSec=0
RestartSec=2
Restart=always
StartLimitBurst=3
StartLimitInterval=60s
LimitNOFILE=infinity
LimitNPROC=infinity
LimitCORE=infinity
TasksMax=infinity
Delegate=yes
KillMode=process

[Install]
WantedBy=multi-user.target
`
const criDockerSocket = `[Unit]
Description=CRI Docker Socket for the API
PartOf=cri-docker.service

[Socket]
ListenStream=%t/cri-dockerd.sock
SocketMode=0660
SocketUser=root
SocketGroup=docker

[Install]
WantedBy=sockets.target
`
const daemonJson = `{
  "exec-opts": ["native.cgroupdriver=systemd"],
  "ip-masq": false,
  "iptables": false,
  "log-driver": "json-file",
  "log-opts": {
    "max-size": "100m"
  },
  "storage-driver": "overlay2"
}
`
/** Debian 12 joined by kubeadm 1.29 with docker-ce 24, cri-dockerd 0.3.9 of its packages and Weave Net 2.8.1 as a DaemonSet. */
export const document = host(
  'debian-12-docker-cri-dockerd-weave',
  {
    ...mergedUsr,
    ...bookworm.files,
    ...links.files,
    ...baseTools,
    ...debian12,
    '/etc/crictl.yaml': 'runtime-endpoint: unix:///var/run/cri-dockerd.sock\n',
    ...dpkg({
      conntrack: '1:1.4.7-1+b2',
      'containerd.io': '1.6.33-1',
      'cri-dockerd': '0.3.9.3-0',
      'cri-tools': '1.29.0-1.1',
      'docker-ce': '5:24.0.9-1~debian.12~bookworm',
      iptables: '1.8.9-2',
      kubeadm: '1.29.15-1.1',
      kubectl: '1.29.15-1.1',
      kubelet: '1.29.15-1.1',
      'kubernetes-cni': '1.3.0-1.1',
      socat: '1.7.4.4-2',
      systemd: '252.39-1~deb12u1',
    }),
    ...startedUnit('docker.service', dockerUnit),
    ...installedUnit('docker.socket', dockerSocket),
    '/etc/systemd/system/sockets.target.wants/docker.socket': link('/usr/lib/systemd/system/docker.socket'),
    ...startedUnit('containerd.service', containerdUnit),
    ...startedUnit('cri-docker.service', criDockerUnit),
    ...installedUnit('cri-docker.socket', criDockerSocket),
    '/etc/systemd/system/sockets.target.wants/cri-docker.socket': link('/usr/lib/systemd/system/cri-docker.socket'),
    '/etc/docker/daemon.json': written(daemonJson),
    '/etc/containerd/config.toml': 'disabled_plugins = ["cri"]\n',
    ...programs('/usr/bin', {
      containerd: 52_000_000,
      'containerd-shim-runc-v2': 11_800_000,
      'cri-dockerd': 47_000_000,
      docker: 35_000_000,
      dockerd: 68_000_000,
      'docker-init': 800_000,
      'docker-proxy': 2_000_000,
      runc: 14_000_000,
    }),
    '/run/docker.sock': socket,
    '/run/cri-dockerd.sock': socket,
    '/run/containerd/containerd.sock': socket,
    '/var/lib/docker/overlay2': {directory: true},
    '/var/lib/docker/containers/4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c': {directory: true},
    ...daemon(600, 'containerd.service', ['/usr/bin/containerd']),
    ...daemon(640, 'docker.service', [
      '/usr/bin/dockerd',
      '-H',
      'fd://',
      '--containerd=/run/containerd/containerd.sock',
    ]),
    ...daemon(680, 'cri-docker.service', ['/usr/bin/cri-dockerd', '--container-runtime-endpoint', 'fd://']),
    ...kubeadmNode({
      extraArgsFile: '/etc/default/kubelet',
      kubeadmArgs:
        '--container-runtime-endpoint=unix:///var/run/cri-dockerd.sock --pod-infra-container-image=registry.k8s.io/pause:3.9',
      config: '',
    }),
    ...kubeProxyPod('10.32.0.0/12'),
    ...referencePlugins('/opt/cni/bin'),
    '/opt/cni/bin/weave-plugin-2.8.1': program(11_437_320),
    '/opt/cni/bin/weave-net': link('weave-plugin-2.8.1'),
    '/opt/cni/bin/weave-ipam': link('weave-plugin-2.8.1'),
    '/etc/cni/net.d/10-weave.conflist': `{
    "cniVersion": "0.3.0",
    "name": "weave",
    "plugins": [
        {
            "name": "weave",
            "type": "weave-net",
            "hairpinMode": true
        },
        {
            "type": "portmap",
            "capabilities": {"portMappings": true},
            "snat": true
        }
    ]
}
`,
  },
  [
    ...bookworm.commands,
    ...links.commands,
    ...iptables('v1.8.9', {
      nat: [
        ...kube.nat,
        'POSTROUTING -j WEAVE',
        'WEAVE -m set --match-set weaver-no-masq-local dst -m comment --comment "Prevent SNAT to locally running containers" -j RETURN',
        'WEAVE -s 10.32.0.0/12 -d 224.0.0.0/4 -j RETURN',
        'WEAVE ! -s 10.32.0.0/12 -d 10.32.0.0/12 -j MASQUERADE',
        'WEAVE -s 10.32.0.0/12 ! -d 10.32.0.0/12 -j MASQUERADE',
      ],
      filter: [
        'FORWARD -i weave -m comment --comment "NOTE: this must go before \'-j KUBE-FORWARD\'" -j WEAVE-NPC-EGRESS',
        'FORWARD -o weave -m comment --comment "NOTE: this must go before \'-j KUBE-FORWARD\'" -j WEAVE-NPC',
        'FORWARD -o weave ! -i weave -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
        ...kube.filter,
        'WEAVE-NPC -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
        'WEAVE-NPC -m conntrack --ctstate NEW -j WEAVE-NPC-DEFAULT',
        'WEAVE-NPC-DEFAULT -m comment --comment "DefaultAllow ingress isolation for namespace: default" -j ACCEPT',
        'WEAVE-NPC-EGRESS -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      ],
    }),
    version('kubelet', 'Kubernetes v1.29.15'),
    version('containerd', 'containerd containerd.io 1.6.33 d2d58213f83a351ca8f528a95fbd145f5654e957'),
    version('runc', 'runc version 1.1.12'),
    version('dockerd', 'Docker version 24.0.9, build fca702d'),
    version('docker', 'Docker version 24.0.9, build 2936816'),
    version('cri-dockerd', 'cri-dockerd 0.3.9 (HEAD)'),
    version('crictl', 'crictl version v1.29.0'),
    version('conntrack', 'conntrack v1.4.7 (conntrack-tools)'),
    version('iptables', 'iptables v1.8.9 (nf_tables)'),
    version('nft', 'nftables v1.0.6 (Lester Gooch #5)'),
  ],
)
