import {toolGroupNames, toolsOf} from '../evaluators/tool-groups.ts'
import {toolNames} from '../evaluators/tool-needs.ts'
import type {SnapshotDocument} from '../host/snapshot-document.ts'

const unit = (command: string, more = '') =>
  `[Unit]\nAfter=network-online.target\n[Service]\nExecStart=${command}\n${more}[Install]\nWantedBy=multi-user.target\n`
const program = {
  mode: '0755',
  size: 64,
  base64: Buffer.from('\x7fELF\x02\x01\x01'.padEnd(64, '\0'), 'latin1').toString('base64'),
}

/** Every program that is looked for, where distributions put it. */
const tools = Object.fromEntries(
  [...toolNames, ...toolGroupNames.flatMap((group) => toolsOf(group).map(([name]) => name))].flatMap((name) => [
    [`/usr/bin/${name}`, program],
    [`/usr/sbin/${name}`, program],
  ]),
)

/**
 * A node as kubeadm leaves it, with every runtime at once. Only what it makes the collectors look for matters: what is asked
 * of it is asked of a distant host in advance.
 */
export const typicalNode: SnapshotDocument = {
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  host: {name: 'typical', capturedAt: '2026-01-01T00:00:00Z'},
  unlisted: 'absent',
  files: {
    '/etc/os-release': 'ID=debian\nID_LIKE=debian\nVERSION_ID="13"\n',
    '/proc/1/comm': 'systemd\n',
    '/proc/1/cmdline': '/sbin/init\0',
    '/run/systemd/system': {directory: true},
    ...tools,
    '/usr/sbin/init': {symlink: '/usr/lib/systemd/systemd'},
    '/usr/lib/systemd/systemd': program,
    '/lib': {symlink: 'usr/lib'},
    '/bin': {symlink: 'usr/bin'},
    '/sbin': {symlink: 'usr/sbin'},
    '/usr/lib/systemd/system/kubelet.service': unit('/usr/bin/kubelet'),
    '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf': `[Service]
Environment="KUBELET_KUBECONFIG_ARGS=--kubeconfig=/etc/kubernetes/kubelet.conf"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
EnvironmentFile=-/etc/sysconfig/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`,
    '/usr/lib/systemd/system/containerd.service': unit('/usr/bin/containerd', 'ExecStartPre=-/sbin/modprobe overlay\n'),
    '/usr/lib/systemd/system/crio.service': unit('/usr/bin/crio', 'EnvironmentFile=-/etc/sysconfig/crio\n'),
    '/usr/lib/systemd/system/docker.service': unit(
      '/usr/bin/dockerd -H fd:// $DOCKER_OPTS',
      'EnvironmentFile=-/etc/default/docker\nExecReload=/bin/kill -s HUP $MAINPID\n',
    ),
    '/usr/lib/systemd/system/docker.socket': '[Socket]\nListenStream=/run/docker.sock\n',
    '/usr/lib/systemd/system/cri-docker.service': unit('/usr/bin/cri-dockerd'),
    '/usr/lib/systemd/system/ssh.service': unit('/usr/sbin/sshd -D', 'EnvironmentFile=-/etc/default/ssh\n'),
    '/usr/lib/systemd/system/chrony.service': unit('/usr/sbin/chronyd'),
    '/usr/lib/systemd/system/systemd-timesyncd.service': unit('/usr/lib/systemd/systemd-timesyncd'),
    '/etc/systemd/system/multi-user.target.wants/kubelet.service': {symlink: '/usr/lib/systemd/system/kubelet.service'},
    '/etc/systemd/system/multi-user.target.wants/docker.service': {symlink: '/usr/lib/systemd/system/docker.service'},
    '/etc/systemd/system/multi-user.target.wants/chrony.service': {symlink: '/usr/lib/systemd/system/chrony.service'},
    '/etc/systemd/system/sockets.target.wants/docker.socket': {symlink: '/usr/lib/systemd/system/docker.socket'},
    '/usr/bin/kubelet': program,
    '/usr/bin/containerd': program,
    '/usr/sbin/dockerd': program,
    '/usr/bin/crio': program,
    '/usr/bin/dockerd': program,
    '/usr/bin/cri-dockerd': program,
    '/usr/bin/runc': program,
    '/usr/bin/kill': program,
    '/usr/sbin/sshd': program,
    '/usr/sbin/modprobe': program,
    '/etc/docker/daemon.json': '{}',
    '/etc/containerd/config.toml': 'version = 2\n',
    '/etc/crio/crio.conf': '[crio]\n',
    '/etc/cni/net.d/10-flannel.conflist':
      '{"cniVersion":"1.0.0","name":"cbr0","plugins":[{"type":"flannel"},{"type":"portmap"}]}',
    '/opt/cni/bin/flannel': program,
    '/opt/cni/bin/portmap': program,
    '/etc/kubernetes/kubelet.conf': 'apiVersion: v1\nkind: Config\n',
    '/var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n',
    '/var/lib/kubelet/pods': {directory: true},
    '/var/lib/containerd': {directory: true},
    '/var/lib/docker': {directory: true},
    '/var/lib/dpkg/status': ['containerd', 'docker.io', 'kubelet']
      .map((name) => `Package: ${name}\nStatus: install ok installed\nVersion: 1.0\n\n`)
      .join(''),
    '/etc/systemd/system/sshd.service': {symlink: '/usr/lib/systemd/system/ssh.service'},
    '/etc/systemd/system/dbus-org.freedesktop.timesync1.service': {
      symlink: '/usr/lib/systemd/system/systemd-timesyncd.service',
    },
    '/proc/modules': 'br_netfilter 1 0 - Live 0x0\n',
    '/proc/self/mounts': 'overlay / overlay rw 0 0\n',
    '/etc/resolv.conf': 'nameserver 127.0.0.53\n',
  },
  commands: [],
}
