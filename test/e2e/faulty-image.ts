import {chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync} from 'node:fs'
import {join} from 'node:path'
import {installProgram, plant} from './debian.ts'

/** Files of a node whose parts are set by units, drop-ins, environment files, configuration and manifests, with faults. */
const texts: Readonly<Record<string, string>> = {
  'etc/hostname': 'image-1\n',
  'etc/systemd/system/kubelet.service': `[Unit]
Description=kubelet
[Service]
ExecStartPre=-/usr/sbin/brctl addbr cbr0
ExecStart=/usr/bin/kubelet
[Install]
WantedBy=multi-user.target
`,
  'etc/systemd/system/kubelet.service.d/10-kubeadm.conf': `[Service]
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubernetes/kubelet.conf.d"
EnvironmentFile=-/etc/default/kubelet
EnvironmentFile=-/etc/default/kubelet-gone
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_CONFIG_ARGS \\
  $KUBELET_EXTRA_ARGS
`,
  'etc/default/kubelet':
    'KUBELET_EXTRA_ARGS="--container-runtime-endpoint=unix:///run/containerd/containerd.sock --pod-cidr=10.244.1.0/24"\n',
  'opt/node/kubelet.yaml': `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
clusterDNS: [10.96.0.10]
maxPods: 110
`,
  'etc/kubernetes/kubelet.conf.d/50-pods.conf': `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
maxPods: 400
`,
  'etc/kubernetes/manifests/kube-apiserver.yaml': manifest('kube-apiserver', '--service-cluster-ip-range=10.96.0.0/12'),
  'etc/kubernetes/manifests/kube-controller-manager.yaml': manifest(
    'kube-controller-manager',
    '--allocate-node-cidrs=true',
    '--cluster-cidr=10.244.0.0/16',
    '--service-cluster-ip-range=10.96.0.0/16',
  ),
  'lib/systemd/system/docker.service': `[Service]
EnvironmentFile=-/etc/default/docker
ExecStart=/usr/bin/dockerd -H fd:// $DOCKER_OPTS
[Install]
WantedBy=multi-user.target
`,
  'etc/default/docker': 'DOCKER_OPTS="--iptables false --log-level=warn"\n',
  'etc/docker/daemon.json': `{
  "log-level": "info",
  "bip": "10.244.0.1/24",
  "debug": "true"
}
`,
  'etc/cni/net.d/10-flannel.conflist': `{
  "name": "cbr0",
  "cniVersion": "1.0.0",
  "plugins": [
    {"type": "flannel", "delegate": {"isDefaultGateway": true}},
    {"type": "portmap", "capabilities": {"portMappings": true}},
    {"type": "bandwidth", "capabilities": {"bandwidth": true}}
  ]
}
`,
  'etc/cni/net.d/20-old.conf': '{"name": "old", "type": "bridge",\n',
}

/** Long ago: a broken file that was just written may still be written to. */
const writtenAt = new Date('2026-01-01T00:00:00Z')

/** Makes a Debian root an image of a node: kubelet 1.29, docker, flannel; each with a fault that a rule speaks of. */
export function plantNode(root: string): void {
  installProgram(root, 'kubelet', '1.29.3-1.1', '#!/bin/sh\necho Kubernetes v1.29.3\n')
  for (const [path, text] of Object.entries(texts)) {
    plant(join(root, path), text)
    utimesSync(join(root, path), writtenAt, writtenAt)
  }
  installProgram(root, 'docker.io', '24.0.7-1', '#!/bin/sh\necho Docker version 24.0.7, build afdd53b\n', 'dockerd')
  const program = readFileSync(join(root, 'usr/bin/true'))
  for (const name of ['bridge', 'flannel', 'host-local', 'loopback'])
    plant(join(root, 'opt/cni/bin', name), program, 0o755)
  plant(join(root, 'opt/cni/bin/portmap'), program.subarray(0, 2000), 0o755)
  chmodSync(join(root, 'etc/kubernetes/kubelet.conf.d/50-pods.conf'), 0o600)
  mkdirSync(join(root, 'var/lib/kubelet'), {recursive: true})
  symlinkSync('/opt/node/kubelet.yaml', join(root, 'var/lib/kubelet/config.yaml'))
}

function manifest(name: string, ...flags: readonly string[]): string {
  const lines = flags.map((flag) => `    - ${flag}\n`).join('')
  return `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: ${name}
    command:
    - ${name}
${lines}`
}
