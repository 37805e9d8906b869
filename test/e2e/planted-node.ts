/**
 * Script that makes this machine look like a node with every component, in a mount namespace of its own: overlays take the
 * files, and programs that only tell their version stand for those that are not installed.
 */
const plantNode = `
set -e
for tree in etc usr/local opt var/lib; do
  lower="$scratch/$tree"
  mkdir -p "$lower/upper" "$lower/work"
  mount -t overlay overlay -o "lowerdir=/$tree,upperdir=$lower/upper,workdir=$lower/work" "/$tree"
done
says() {
  printf '#!/bin/sh\\necho "%s"\\n' "$2" >"/usr/local/bin/$1"
  chmod 755 "/usr/local/bin/$1"
}
says kubelet 'Kubernetes v1.31.4'
says crio 'crio version 1.31.0'
says runc 'runc version 1.1.12'
says cri-dockerd 'cri-dockerd 0.3.16 (abcdef)'
says conntrack 'conntrack v1.4.8 (conntrack-tools)'
unit() {
  printf '[Unit]\\nAfter=network.target\\n[Service]\\n%s\\n[Install]\\nWantedBy=multi-user.target\\n' "$2" >"/etc/systemd/system/$1"
  mkdir -p /etc/systemd/system/multi-user.target.wants
  ln -sf "../$1" "/etc/systemd/system/multi-user.target.wants/$1"
}
unit kubelet.service 'ExecStart=/usr/local/bin/kubelet --config=/var/lib/kubelet/config.yaml --kubeconfig=/etc/kubernetes/kubelet.conf'
unit crio.service 'ExecStart=/usr/local/bin/crio'
unit cri-docker.service 'ExecStart=/usr/local/bin/cri-dockerd'
mkdir -p /etc/kubernetes/manifests /var/lib/kubelet/pods /etc/cni/net.d /opt/cni/bin
printf 'apiVersion: kubelet.config.k8s.io/v1beta1\\nkind: KubeletConfiguration\\nclusterDNS: [10.96.0.10]\\npodCIDR: 10.244.1.0/24\\n' >/var/lib/kubelet/config.yaml
printf 'apiVersion: v1\\nkind: Config\\nusers: [{name: node, user: {token: s3cr3t}}]\\n' >/etc/kubernetes/kubelet.conf
printf '{"cniVersion":"1.0.0","name":"cbr0","plugins":[{"type":"flannel"},{"type":"portmap"}]}' >/etc/cni/net.d/10-flannel.conflist
cp /usr/lib/cni/bridge /usr/lib/cni/portmap /opt/cni/bin/ 2>/dev/null || true
`

/** The command that runs what follows it on such a node; `scratch` is an empty directory on a file system that overlays may use. */
export const onPlantedNode = (scratch: string): readonly string[] => [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  `scratch=${scratch}; mount -t tmpfs tmpfs "$scratch"; ${plantNode} exec "$@"`,
  'sh',
]
