import {type Files, programs, socket} from './files.ts'
import {daemon, startedUnit, written} from './machine.ts'

/** containerd of Docker's packages, with the configuration that `containerd config default` printed and systemd cgroups. */
export function containerd(pauseImage: string): Files {
  return {
    ...startedUnit('containerd.service', containerdUnit),
    '/etc/containerd/config.toml': written(config(pauseImage)),
    ...programs('/usr/bin', {
      containerd: 39_000_000,
      'containerd-shim-runc-v2': 12_500_000,
      ctr: 19_000_000,
      runc: 9_600_000,
    }),
    '/run/containerd/containerd.sock': socket,
    ...daemon(700, 'containerd.service', ['/usr/bin/containerd']),
  }
}

/** The unit of containerd as its project releases it. */
export const containerdUnit = `[Unit]
Description=containerd container runtime
Documentation=https://containerd.io
After=network.target local-fs.target

[Service]
ExecStartPre=-/sbin/modprobe overlay
ExecStart=/usr/bin/containerd

Type=notify
Delegate=yes
KillMode=process
Restart=always
RestartSec=5
LimitNPROC=infinity
LimitCORE=infinity
TasksMax=infinity
OOMScoreAdjust=-999

[Install]
WantedBy=multi-user.target
`

function config(pauseImage: string): string {
  return `disabled_plugins = []
imports = []
oom_score = 0
required_plugins = []
root = "/var/lib/containerd"
state = "/run/containerd"
version = 2

[plugins]

  [plugins."io.containerd.grpc.v1.cri"]
    enable_selinux = false
    sandbox_image = "${pauseImage}"

    [plugins."io.containerd.grpc.v1.cri".cni]
      bin_dir = "/opt/cni/bin"
      conf_dir = "/etc/cni/net.d"
      conf_template = ""
      max_conf_num = 1

    [plugins."io.containerd.grpc.v1.cri".containerd]
      default_runtime_name = "runc"
      snapshotter = "overlayfs"

      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes]

        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
          runtime_type = "io.containerd.runc.v2"

          [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
            BinaryName = ""
            SystemdCgroup = true

    [plugins."io.containerd.grpc.v1.cri".registry]
      config_path = "/etc/containerd/certs.d"
`
}
