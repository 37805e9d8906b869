import {centos7, centos7Contexts, centos7Machine} from './parts/centos7.ts'
import {clientCertificate} from './parts/certificates.ts'
import {host, link, mergedUsr, program, programs, secret, socket, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeconfig} from './parts/kubeadm.ts'
import {baseTools} from './parts/linux-tools.ts'
import {daemon, startedUnit, written} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {labelled} from './parts/selinux.ts'

const kube = kubeRules('10.0.0.1', '172.31.4.10')
const links = network(
  [
    {name: 'eth0', addresses: ['172.31.4.11/20']},
    {name: 'docker0', kind: 'bridge', state: 'DOWN', addresses: ['172.17.0.1/16']},
    {name: 'weave', kind: 'bridge', mtu: 1410, addresses: ['10.8.0.0/12']},
    {name: 'vethwe-datapath', kind: 'veth', mtu: 1410},
    {name: 'vethwe-bridge', kind: 'veth', mtu: 1410, master: 'weave'},
    {name: 'datapath', kind: 'openvswitch', mtu: 1410, state: 'UNKNOWN'},
  ],
  [{dst: 'default', dev: 'eth0', via: '172.31.0.1'}],
)

const dockerUnit = `[Unit]
Description=Docker Application Container Engine
Documentation=http://docs.docker.com
After=network.target
Wants=docker-storage-setup.service

[Service]
Type=notify
NotifyAccess=all
EnvironmentFile=-/etc/sysconfig/docker
EnvironmentFile=-/etc/sysconfig/docker-storage
EnvironmentFile=-/etc/sysconfig/docker-network
Environment=GOTRACEBACK=crash
ExecStart=/usr/bin/docker daemon \\
          $OPTIONS \\
          $DOCKER_STORAGE_OPTIONS \\
          $DOCKER_NETWORK_OPTIONS \\
          $ADD_REGISTRY \\
          $BLOCK_REGISTRY \\
          $INSECURE_REGISTRY
LimitNOFILE=1048576
LimitNPROC=1048576
LimitCORE=infinity
TimeoutStartSec=0
Restart=on-abnormal

[Install]
WantedBy=multi-user.target
`
const kubeletUnit = `[Unit]
Description=kubelet
After=docker.service weave.service

[Service]
EnvironmentFile=/etc/kubernetes/config
EnvironmentFile=/etc/kubernetes/kubelet
ExecStart=/bin/kubelet $KUBELET_ARGS $KUBE_LOGTOSTDERR
Restart=on-failure

[Install]
WantedBy=multi-user.target
`
const proxyUnit = `[Unit]
Description=kube-proxy

[Service]
EnvironmentFile=/etc/kubernetes/config
EnvironmentFile=/etc/kubernetes/proxy
ExecStart=/bin/kube-proxy $KUBE_LOGTOSTDERR $KUBE_CLUSTER_CIDR_RANGE $KUBE_PROXY_ARGS
Restart=on-failure

[Install]
WantedBy=multi-user.target
`
const bridgeUnit = `[Unit]
Description=Remove the bridge of an earlier network
After=docker.service
Before=weave.service

[Service]
Type=oneshot
ExecStart=/usr/local/bin/remove-cbr0

[Install]
WantedBy=multi-user.target
`
const weaveUnit = `[Unit]
Description=weave
After=docker.service

[Service]
EnvironmentFile=-/etc/sysconfig/weave
ExecStart=/usr/local/bin/weavewrap

[Install]
WantedBy=multi-user.target
`
const proxySocketUnit = `[Unit]
Description=weave proxy
After=weave.service

[Service]
EnvironmentFile=-/etc/sysconfig/weave
ExecStart=/usr/local/bin/weave launch-proxy $WEAVE_PROXY_ARGS

[Install]
WantedBy=multi-user.target
`
const logOptions = ['--log-driver=json-file', '--log-opt', 'max-size=50m']
const storageOptions = [
  '--storage-driver',
  'devicemapper',
  '--storage-opt',
  'dm.fs=xfs',
  '--storage-opt',
  'dm.thinpooldev=/dev/mapper/docker-docker--pool',
  '--storage-opt',
  'dm.use_deferred_removal=true',
]
const kubeletWords = [
  '--docker-endpoint=unix:///var/run/weave/weave.sock',
  '--network-plugin=cni',
  '--network-plugin-dir=/etc/cni/net.d',
  '--cluster-dns=10.0.0.10',
  '--cluster-domain=cluster.local',
  '--allow-privileged=true',
  '--non-masquerade-cidr=10.0.0.0/8',
  '--kubeconfig=/etc/kubernetes/kubelet.kubeconfig',
]

const files = {
  ...mergedUsr,
  ...centos7Machine.files,
  ...links.files,
  ...baseTools,
  ...centos7,
  '/etc/hosts': '127.0.0.1 localhost\n172.31.4.11 node-1\n',
  '/etc/sysconfig/network-scripts/ifcfg-eth0': 'DEVICE=eth0\nTYPE=Ethernet\nBOOTPROTO=dhcp\nONBOOT=yes\n',
  '/etc/resolv.conf': 'nameserver 172.31.0.2\n',
  ...startedUnit('docker.service', dockerUnit),
  '/etc/sysconfig/docker': written(`OPTIONS='${logOptions.join(' ')}'\n`),
  '/etc/sysconfig/docker-storage': written(`DOCKER_STORAGE_OPTIONS="${storageOptions.join(' ')}"\n`),
  '/etc/sysconfig/docker-network': written('DOCKER_NETWORK_OPTIONS=\n'),
  '/usr/bin/docker': program(34_000_000),
  '/usr/bin/docker-runc': program(10_600_000),
  '/run/docker.sock': socket,
  ...daemon(640, 'docker.service', ['/usr/bin/docker', 'daemon', ...logOptions, ...storageOptions]),
  ...startedUnit('weave.service', weaveUnit, '/etc/systemd/system'),
  ...startedUnit('weaveproxy.service', proxySocketUnit, '/etc/systemd/system'),
  '/etc/sysconfig/weave':
    'WEAVE_PROXY_ARGS="--no-detect-tls --rewrite-inspect --without-dns"\nWEAVE_ROUTER_ARGS="--no-dns --ipalloc-range 10.0.0.0/12"\n',
  '/usr/local/bin/weave': {content: '#!/bin/sh\n# weave 1.6.1\n', mode: '0755'},
  '/usr/local/bin/weavewrap': {
    content:
      '#!/bin/bash\n/usr/local/bin/weave launch-router $WEAVE_ROUTER_ARGS --ipalloc-init consensus=3 172.31.4.11 172.31.4.12\n',
    mode: '0755',
  },
  '/run/weave/weave.sock': socket,
  '/proc/1200/comm': 'weaver\n',
  '/proc/1200/cmdline': [
    '/home/weave/weaver',
    '--port',
    '6783',
    '--no-dns',
    '--ipalloc-range',
    '10.0.0.0/12',
    '--ipalloc-init',
    'consensus=3',
    '172.31.4.11',
    '172.31.4.12',
  ]
    .map((word) => `${word}\0`)
    .join(''),
  '/proc/1200/cgroup':
    '1:name=systemd:/system.slice/docker-4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c.scope\n',
  '/opt/cni/bin/weave-plugin-1.6.1': program(9_800_000),
  '/opt/cni/bin/weave-net': link('weave-plugin-1.6.1'),
  '/opt/cni/bin/weave-ipam': link('weave-plugin-1.6.1'),
  '/opt/cni/bin/loopback': program(3_200_000),
  '/etc/cni/net.d/10-weave.conf': '{\n    "name": "weave",\n    "type": "weave-net"\n}\n',
  ...startedUnit('remove-cbr0.service', bridgeUnit, '/etc/systemd/system'),
  '/usr/local/bin/remove-cbr0': {content: '#!/bin/sh\nip link set cbr0 down\nbrctl delbr cbr0\n', mode: '0755'},
  ...startedUnit('kubelet.service', kubeletUnit, '/etc/systemd/system'),
  ...startedUnit('kube-proxy.service', proxyUnit, '/etc/systemd/system'),
  ...programs('/usr/bin', {kubelet: 98_000_000, 'kube-proxy': 44_000_000}),
  '/etc/kubernetes/config':
    'KUBE_LOGTOSTDERR="--logtostderr=true"\nKUBE_SERVICE_RANGE="--service-cluster-ip-range=10.0.0.0/16"\nKUBE_CLUSTER_CIDR_RANGE="--cluster-cidr=10.244.0.0/16"\n',
  '/etc/kubernetes/kubelet': `KUBELET_ARGS="${kubeletWords.join(' ')}"\n`,
  '/etc/kubernetes/proxy':
    'KUBE_PROXY_ARGS="--proxy-mode=iptables --masquerade-all=true --master=http://172.31.4.10:8080"\n',
  '/etc/kubernetes/kubelet.kubeconfig': secret(kubeconfig('/var/lib/kubelet/pki/kubelet.crt', '172.31.4.10')),
  '/var/lib/kubelet/pki/kubelet.crt': secret(clientCertificate),
  ...daemon(900, 'kubelet.service', ['/bin/kubelet', ...kubeletWords, '--logtostderr=true']),
  ...daemon(910, 'kube-proxy.service', [
    '/bin/kube-proxy',
    '--logtostderr=true',
    '--cluster-cidr=10.244.0.0/16',
    '--proxy-mode=iptables',
    '--masquerade-all=true',
    '--master=http://172.31.4.10:8080',
  ]),
}

/**
 * CentOS 7, SELinux enforcing, as cncf/demo#103 tells of its nodes: Kubernetes 1.4, Docker 1.10 without SELinux and Weave 1.6
 * with its proxy beside CNI. The range that swallows the services is given here, where the report has none at all.
 */
export const document = host('centos-7-seed-postmortem', labelled(files, centos7Contexts), [
  ...centos7Machine.commands,
  ...links.commands,
  ...iptables('v1.4.21', {
    nat: [
      ...kube.nat,
      'PREROUTING -m addrtype --dst-type LOCAL -j DOCKER',
      'OUTPUT ! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j DOCKER',
      'POSTROUTING -s 172.17.0.0/16 ! -o docker0 -j MASQUERADE',
      'POSTROUTING -j WEAVE',
      'DOCKER -i docker0 -j RETURN',
      'WEAVE ! -s 10.0.0.0/12 -o weave -j MASQUERADE',
      'WEAVE -s 10.0.0.0/12 ! -o weave -j MASQUERADE',
    ],
    filter: [
      ...kube.filter,
      'FORWARD -j DOCKER-ISOLATION',
      'FORWARD -o docker0 -j DOCKER',
      'FORWARD -i docker0 ! -o docker0 -j ACCEPT',
      'FORWARD -o weave -j ACCEPT',
      'DOCKER-ISOLATION -j RETURN',
    ],
  }),
  version('kubelet', 'Kubernetes v1.4.0-alpha.3'),
  version('dockerd', 'Docker version 1.10.3, build cb079f6-unsupported'),
  version('docker', 'Docker version 1.10.3, build cb079f6-unsupported'),
  version('iptables', 'iptables v1.4.21'),
])
