/** The unit of the kubelet in the images of EKS, which nodeadm gives its arguments. */
export const kubeletUnit = `[Unit]
Description=Kubernetes Kubelet
Documentation=https://github.com/kubernetes/kubernetes
After=containerd.service
Wants=containerd.service

[Service]
Slice=runtime.slice
EnvironmentFile=/etc/eks/kubelet/environment
ExecStartPre=/sbin/iptables -P FORWARD ACCEPT -w 5
ExecStart=/usr/bin/kubelet $NODEADM_KUBELET_ARGS
Restart=on-failure
RestartForceExitStatus=SIGPIPE
RestartSec=5
KillMode=process
CPUAccounting=true
MemoryAccounting=true

[Install]
WantedBy=multi-user.target
`

/** The unit of containerd there. */
export const containerdUnit = `[Unit]
Description=containerd container runtime
Documentation=https://containerd.io
After=network.target local-fs.target

[Service]
Slice=runtime.slice
ExecStartPre=-/sbin/modprobe overlay
ExecStart=/usr/bin/containerd

Type=notify
Delegate=yes
KillMode=process
Restart=always
RestartSec=5
LimitNPROC=infinity
LimitCORE=infinity
LimitNOFILE=1048576
TasksMax=infinity
OOMScoreAdjust=-999

[Install]
WantedBy=multi-user.target
`

/** The configuration that nodeadm writes for containerd 1.7. */
export const containerdConfig = `version = 2
root = "/var/lib/containerd"
state = "/run/containerd"

[grpc]
address = "/run/containerd/containerd.sock"

[plugins."io.containerd.grpc.v1.cri".containerd]
default_runtime_name = "runc"
discard_unpacked_layers = true

[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "localhost/kubernetes/pause"
enable_cdi = true

[plugins."io.containerd.grpc.v1.cri".registry]
config_path = "/etc/containerd/certs.d:/etc/docker/certs.d"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
base_runtime_spec = "/etc/containerd/base-runtime-spec.json"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
BinaryName = "/usr/sbin/runc"
SystemdCgroup = true

[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/opt/cni/bin"
conf_dir = "/etc/cni/net.d"
`

/** The configuration that nodeadm writes for the kubelet of a node with 58 pods. */
export const kubeletConfig = `{
    "address": "0.0.0.0",
    "apiVersion": "kubelet.config.k8s.io/v1beta1",
    "authentication": {
        "anonymous": {"enabled": false},
        "webhook": {"cacheTTL": "2m0s", "enabled": true},
        "x509": {"clientCAFile": "/etc/kubernetes/pki/ca.crt"}
    },
    "authorization": {"mode": "Webhook"},
    "cgroupDriver": "systemd",
    "cgroupRoot": "/",
    "clusterDNS": ["172.20.0.10"],
    "clusterDomain": "cluster.local",
    "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
    "evictionHard": {"memory.available": "100Mi", "nodefs.available": "10%", "nodefs.inodesFree": "5%"},
    "featureGates": {"RotateKubeletServerCertificate": true},
    "hairpinMode": "hairpin-veth",
    "kind": "KubeletConfiguration",
    "kubeAPIBurst": 100,
    "kubeAPIQPS": 50,
    "kubeReserved": {"cpu": "80m", "ephemeral-storage": "1Gi", "memory": "893Mi"},
    "kubeReservedCgroup": "/runtime",
    "logging": {"verbosity": 2},
    "maxPods": 58,
    "protectKernelDefaults": true,
    "providerID": "aws:///eu-central-1a/i-0d1f2a3b4c5d6e7f8",
    "readOnlyPort": 0,
    "serializeImagePulls": false,
    "serverTLSBootstrap": true,
    "systemReservedCgroup": "/system"
}
`
