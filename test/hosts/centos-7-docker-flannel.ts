import {centos7, centos7Contexts, centos7Machine, dockerPrograms, dockerUnit, dockerWords} from './parts/centos7.ts'
import {clientCertificate} from './parts/certificates.ts'
import {host, mergedUsr, programs, secret, socket, version} from './parts/files.ts'
import {iptables, kubeRules} from './parts/iptables.ts'
import {kubeconfig} from './parts/kubeadm.ts'
import {baseTools} from './parts/linux-tools.ts'
import {daemon, installedUnit, startedUnit, written} from './parts/machine.ts'
import {network} from './parts/network.ts'
import {confinedPod} from './parts/pods.ts'
import {labelled} from './parts/selinux.ts'

const kube = kubeRules('10.254.0.1', '10.0.0.10')
const links = network(
  [
    {name: 'eth0', addresses: ['10.0.0.11/24']},
    {name: 'flannel.1', kind: 'vxlan', mtu: 1450, state: 'UNKNOWN', addresses: ['172.30.45.0/32']},
    {name: 'docker0', kind: 'bridge', mtu: 1450, addresses: ['172.30.45.1/24']},
    {name: 'veth7d2f1a9', kind: 'veth', mtu: 1450, master: 'docker0'},
  ],
  [
    {dst: 'default', dev: 'eth0', via: '10.0.0.1'},
    {dst: '172.30.9.0/24', dev: 'flannel.1', via: '172.30.9.0'},
  ],
)
const pod = confinedPod(
  3120,
  '/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podUID.slice/docker-4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c.scope',
  false,
)
const logOptions = ['--log-driver=json-file', '--log-opt', 'max-size=50m', '--log-opt', 'max-file=3']
const networkOptions = ['--bip=172.30.45.1/24', '--ip-masq=false', '--mtu=1450']

const kubeletUnit = `[Unit]
Description=Kubernetes Kubelet Server
Documentation=https://github.com/GoogleCloudPlatform/kubernetes
After=docker.service
Requires=docker.service

[Service]
WorkingDirectory=/var/lib/kubelet
EnvironmentFile=-/etc/kubernetes/config
EnvironmentFile=-/etc/kubernetes/kubelet
ExecStart=/usr/bin/kubelet \\
	    $KUBE_LOGTOSTDERR \\
	    $KUBE_LOG_LEVEL \\
	    $KUBELET_ADDRESS \\
	    $KUBELET_PORT \\
	    $KUBELET_HOSTNAME \\
	    $KUBE_ALLOW_PRIV \\
	    $KUBELET_ARGS
Restart=on-failure
KillMode=process

[Install]
WantedBy=multi-user.target
`
const proxyUnit = `[Unit]
Description=Kubernetes Kube-Proxy Server
Documentation=https://github.com/GoogleCloudPlatform/kubernetes
After=network.target

[Service]
EnvironmentFile=-/etc/kubernetes/config
EnvironmentFile=-/etc/kubernetes/proxy
ExecStart=/usr/bin/kube-proxy \\
	    $KUBE_LOGTOSTDERR \\
	    $KUBE_LOG_LEVEL \\
	    $KUBE_MASTER \\
	    $KUBE_PROXY_ARGS
Restart=on-failure
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`
const flannelUnit = `[Unit]
Description=Flanneld overlay address etcd agent
After=network.target
After=network-online.target
Wants=network-online.target
After=etcd.service
Before=docker.service

[Service]
Type=notify
EnvironmentFile=/etc/sysconfig/flanneld
EnvironmentFile=-/etc/sysconfig/docker-network
ExecStart=/usr/bin/flanneld-start $FLANNEL_OPTIONS
ExecStartPost=/usr/libexec/flannel/mk-docker-opts.sh -k DOCKER_NETWORK_OPTIONS -d /run/flannel/docker
Restart=on-failure

[Install]
WantedBy=multi-user.target
RequiredBy=docker.service
`
const flannelStart = `#!/bin/sh

exec /usr/bin/flanneld \\
	-etcd-endpoints=\${FLANNEL_ETCD_ENDPOINTS:-\${FLANNEL_ETCD}} \\
	-etcd-prefix=\${FLANNEL_ETCD_PREFIX:-\${FLANNEL_ETCD_KEY}} \\
	"$@"
`
const files = {
  ...mergedUsr,
  ...centos7Machine.files,
  '/proc/self/mountinfo': `${centos7Machine.files['/proc/self/mountinfo']}${pod.mount}`,
  ...links.files,
  ...baseTools,
  ...centos7,
  ...programs('/usr/sbin', {conntrack: 83_000, brctl: 38_000}),
  ...programs('/usr/bin', {'kube-proxy': 52_000_000, flanneld: 35_000_000, kubelet: 147_000_000, socat: 392_000}),
  ...dockerPrograms,
  ...startedUnit('docker.service', dockerUnit),
  ...installedUnit(
    'flannel.conf',
    '[Service]\nEnvironmentFile=-/run/flannel/docker\n',
    '/usr/lib/systemd/system/docker.service.d',
  ),
  '/etc/sysconfig/docker': written(
    `OPTIONS='--selinux-enabled ${logOptions.join(' ')}'\nif [ -z "\${DOCKER_CERT_PATH}" ]; then\n    DOCKER_CERT_PATH=/etc/docker\nfi\n`,
  ),
  '/etc/sysconfig/docker-storage': written('DOCKER_STORAGE_OPTIONS="--storage-driver overlay2 "\n'),
  '/etc/sysconfig/docker-network': written('# /etc/sysconfig/docker-network\nDOCKER_NETWORK_OPTIONS=\n'),
  ...daemon(640, 'docker.service', [
    ...dockerWords,
    '--selinux-enabled',
    ...logOptions,
    '--storage-driver',
    'overlay2',
    ...networkOptions,
  ]),
  '/run/docker.sock': socket,
  '/var/lib/docker/containers/4c6e0a0c2f9d4d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c/config.v2.json':
    '{"Name": "/k8s_app"}',
  ...startedUnit('flanneld.service', flannelUnit),
  '/etc/systemd/system/docker.service.requires/flanneld.service': {symlink: '/usr/lib/systemd/system/flanneld.service'},
  '/usr/bin/flanneld-start': {content: flannelStart, mode: '0755'},
  '/usr/libexec/flannel/mk-docker-opts.sh': {content: '#!/bin/sh\nexit 0\n', mode: '0755'},
  '/etc/sysconfig/flanneld':
    'FLANNEL_ETCD_ENDPOINTS="http://10.0.0.10:2379"\nFLANNEL_ETCD_PREFIX="/atomic.io/network"\nFLANNEL_OPTIONS="-ip-masq"\n',
  ...daemon(560, 'flanneld.service', [
    '/usr/bin/flanneld',
    '-etcd-endpoints=http://10.0.0.10:2379',
    '-etcd-prefix=/atomic.io/network',
    '-ip-masq',
  ]),
  '/run/flannel/subnet.env':
    'FLANNEL_NETWORK=172.30.0.0/16\nFLANNEL_SUBNET=172.30.45.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n',
  '/run/flannel/docker': written(
    `DOCKER_OPT_BIP="--bip=172.30.45.1/24"\nDOCKER_OPT_IPMASQ="--ip-masq=false"\nDOCKER_OPT_MTU="--mtu=1450"\nDOCKER_NETWORK_OPTIONS=" ${networkOptions.join(' ')}"\n`,
  ),
  ...startedUnit('kubelet.service', kubeletUnit),
  ...startedUnit('kube-proxy.service', proxyUnit),
  '/etc/kubernetes/config':
    'KUBE_LOGTOSTDERR="--logtostderr=true"\nKUBE_LOG_LEVEL="--v=0"\nKUBE_ALLOW_PRIV="--allow-privileged=false"\nKUBE_MASTER="--master=http://10.0.0.10:8080"\n',
  '/etc/kubernetes/kubelet':
    'KUBELET_ADDRESS="--address=0.0.0.0"\nKUBELET_HOSTNAME="--hostname-override=node-1"\nKUBELET_ARGS="--kubeconfig=/etc/kubernetes/kubelet.kubeconfig --cgroup-driver=systemd --fail-swap-on=true --cluster-dns=10.254.0.2 --cluster-domain=cluster.local"\n',
  '/etc/kubernetes/proxy': 'KUBE_PROXY_ARGS="--cluster-cidr=172.30.0.0/16"\n',
  '/etc/kubernetes/kubelet.kubeconfig': secret(kubeconfig('/var/lib/kubelet/pki/kubelet-client-current.pem')),
  '/var/lib/kubelet/pki/kubelet-client-current.pem': secret(clientCertificate),
  ...daemon(900, 'kubelet.service', [
    '/usr/bin/kubelet',
    '--logtostderr=true',
    '--v=0',
    '--address=0.0.0.0',
    '--hostname-override=node-1',
    '--allow-privileged=false',
    '--kubeconfig=/etc/kubernetes/kubelet.kubeconfig',
    '--cgroup-driver=systemd',
    '--fail-swap-on=true',
    '--cluster-dns=10.254.0.2',
    '--cluster-domain=cluster.local',
  ]),
  ...daemon(910, 'kube-proxy.service', [
    '/usr/bin/kube-proxy',
    '--logtostderr=true',
    '--v=0',
    '--master=http://10.0.0.10:8080',
    '--cluster-cidr=172.30.0.0/16',
  ]),
  ...pod.files,
}

/** CentOS 7.9, SELinux enforcing: Kubernetes 1.10, flannel 0.7 and Docker 1.13 of its repositories, pods on flannel's docker0. */
export const document = host('centos-7-docker-flannel', labelled(files, centos7Contexts), [
  ...centos7Machine.commands,
  ...links.commands,
  ...iptables('v1.4.21', {
    nat: [
      ...kube.nat,
      'PREROUTING -m addrtype --dst-type LOCAL -j DOCKER',
      'OUTPUT ! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j DOCKER',
      'POSTROUTING -s 172.30.0.0/16 -d 172.30.0.0/16 -j RETURN',
      'POSTROUTING -s 172.30.0.0/16 ! -d 224.0.0.0/4 -j MASQUERADE',
      'POSTROUTING ! -s 172.30.0.0/16 -d 172.30.45.0/24 -j RETURN',
      'POSTROUTING ! -s 172.30.0.0/16 -d 172.30.0.0/16 -j MASQUERADE',
      'DOCKER -i docker0 -j RETURN',
    ],
    filter: [
      ...kube.filter,
      'FORWARD -j DOCKER-ISOLATION',
      'FORWARD -o docker0 -j DOCKER',
      'FORWARD -o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      'FORWARD -i docker0 ! -o docker0 -j ACCEPT',
      'FORWARD -i docker0 -o docker0 -j ACCEPT',
      'DOCKER-ISOLATION -j RETURN',
    ],
  }),
  version('kubelet', 'Kubernetes v1.10.3'),
  version('dockerd', 'Docker version 1.13.1, build 7d71120/1.13.1'),
  version('docker', 'Docker version 1.13.1, build 7d71120/1.13.1'),
  version('conntrack', 'conntrack v1.4.4 (conntrack-tools)'),
  version('iptables', 'iptables v1.4.21'),
  version('ipset', 'ipset v7.1, protocol version: 7'),
])
