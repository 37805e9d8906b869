/**
 * Who makes an interface: `host` stands for the host's own networks, `service` for interfaces that carry addresses of
 * Kubernetes services, `container` for those of other container and virtual machine managers, `tunnel` for those of VPNs.
 */
export type DeviceOwner = 'loopback' | 'cni' | 'docker' | 'service' | 'container' | 'tunnel' | 'host'

/** Tells from its name who makes an interface; interfaces nobody is known to make are the host's. */
export function deviceOwner(name: string): DeviceOwner {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'host'
}

const patterns: readonly (readonly [DeviceOwner, RegExp])[] = [
  ['loopback', /^lo$/],
  ['service', /^(kube-ipvs0|kube-dummy-if|nodelocaldns|localdns|kube-lb0)$/],
  ['docker', /^(docker\d+|docker_gwbridge|br-[\da-f]{12})$/],
  [
    'container',
    /^(virbr\d+(-nic)?|lxcbr\d+|lxdbr\d+|incusbr\d+|podman\d+|cni-podman\d+|nerdctl\d+|veth.*|vnet\d+|tap.*)$/,
  ],
  ['tunnel', /^(tun\d*|tap.*|wg[\w-]*|tailscale\d+|ppp\d+|zt[a-z0-9]{8,}|vti\d+|ipsec\d+|nebula\d*|gre\d+|xfrm\d+)$/],
  [
    'cni',
    /^(cni\d+|cbr0|kube-bridge|flannel[.\d-].*|flannel-(v6|wg).*|weave|vethwe.*|vxlan-\d+|datapath|cali.+|tunl0|vxlan(-v6)?\.calico|wireguard\.cali|wg-v6\.cali|bpf(in|out)\.cali|cilium.*|lxc([\da-f]+|_health)|antrea-.+|tun-[\da-f]+|ovn-k8s-.+|ovn-.*|genev_sys_\d+|vxlan_sys_\d+|br-(int|tun)|ovs-system|eni[\da-f]+|azv[\da-f]+|gke[\da-f]+|kindnet.*|multus.*|sit0|ip6tnl0)$/,
  ],
]
