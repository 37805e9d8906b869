import {authority, clientCertificate} from './certificates.ts'
import {directory, type Files, link, programs, secret} from './files.ts'
import {daemon, installedUnit, startedUnit} from './machine.ts'

/** The kubelet and kubeadm of the packages of the Kubernetes project, after `kubeadm join`. */
export interface KubeadmNode {
  /** Where the packages of the age put the drop-in. */
  readonly dropInDirectory?: string
  readonly extraArgsFile: string
  readonly kubeadmArgs: string
  /** What kubeadm wrote to config.yaml beside what it always writes. */
  readonly config: string
  readonly clusterDns?: string
  readonly unitDirectory?: string
}

const kubeconfigArgs =
  '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf'

/** What the packages kubelet and kubeadm hold and what joining wrote. */
export function kubeadmNode(node: KubeadmNode): Files {
  const units = node.unitDirectory ?? '/usr/lib/systemd/system'
  const dropIns = node.dropInDirectory ?? `${units}/kubelet.service.d`
  return {
    ...startedUnit('kubelet.service', kubeletUnit, units),
    ...installedUnit('10-kubeadm.conf', dropIn(node.extraArgsFile), dropIns),
    [node.extraArgsFile]: 'KUBELET_EXTRA_ARGS=\n',
    '/var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${node.kubeadmArgs}"\n`,
    '/var/lib/kubelet/config.yaml': kubeletConfig(node),
    ...credentials,
    ...programs('/usr/bin', {kubelet: 77_000_000, kubeadm: 58_000_000, kubectl: 56_000_000}),
    ...daemon(900, 'kubelet.service', [
      '/usr/bin/kubelet',
      ...kubeconfigArgs.split(' '),
      '--config=/var/lib/kubelet/config.yaml',
      ...node.kubeadmArgs.split(' ').filter((word) => word !== ''),
    ]),
  }
}

/** What the kubelet keeps after it joined: its kubeconfig, its certificate and its directories. */
const credentials: Files = {
  '/etc/kubernetes/kubelet.conf': secret(kubeconfig('/var/lib/kubelet/pki/kubelet-client-current.pem')),
  '/etc/kubernetes/pki/ca.crt': authority,
  '/etc/kubernetes/manifests': directory,
  '/var/lib/kubelet': directory,
  '/var/lib/kubelet/pki/kubelet-client-2026-02-20-06-25-00.pem': secret(clientCertificate),
  '/var/lib/kubelet/pki/kubelet-client-current.pem': link(
    '/var/lib/kubelet/pki/kubelet-client-2026-02-20-06-25-00.pem',
  ),
  '/var/lib/kubelet/pods': directory,
}

/** A kubeconfig whose user has the client certificate of that file. */
export function kubeconfig(certificate: string, server = '10.0.0.10'): string {
  return `apiVersion: v1
kind: Config
clusters:
- name: default-cluster
  cluster:
    certificate-authority-data: ${Buffer.from(authority).toString('base64')}
    server: https://${server}:6443
contexts:
- name: default-context
  context:
    cluster: default-cluster
    namespace: default
    user: default-auth
current-context: default-context
users:
- name: default-auth
  user:
    client-certificate: ${certificate}
    client-key: ${certificate}
`
}

const kubeletUnit = `[Unit]
Description=kubelet: The Kubernetes Node Agent
Documentation=https://kubernetes.io/docs/
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/kubelet
Restart=always
StartLimitInterval=0
RestartSec=10

[Install]
WantedBy=multi-user.target
`

function dropIn(extraArgsFile: string): string {
  return `[Service]
Environment="KUBELET_KUBECONFIG_ARGS=${kubeconfigArgs}"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-${extraArgsFile}
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`
}

function kubeletConfig({config, clusterDns}: KubeadmNode): string {
  return `apiVersion: kubelet.config.k8s.io/v1beta1
authentication:
  anonymous:
    enabled: false
  webhook:
    cacheTTL: 0s
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
cgroupDriver: systemd
clusterDNS:
- ${clusterDns ?? '10.96.0.10'}
clusterDomain: cluster.local
${config}healthzBindAddress: 127.0.0.1
healthzPort: 10248
kind: KubeletConfiguration
rotateCertificates: true
staticPodPath: /etc/kubernetes/manifests
`
}
