import test from 'ava'
import {deviceOwner} from '../../src/evaluators/device-owner.ts'

test('tells who makes an interface from its name', (t) => {
  const names = {
    host: ['eth0', 'ens192', 'enp0s3', 'bond0', 'eth0.100', 'br0', 'br-ex', 'vlan7'],
    cni: [
      'cni0',
      'flannel.1',
      'flannel-wg',
      'weave',
      'cali0123456789a',
      'vxlan.calico',
      'cilium_host',
      'lxc1a2b3c4d5e',
      'kube-bridge',
      'antrea-gw0',
      'ovn-k8s-mp0',
      'eni1a2b3c',
    ],
    docker: ['docker0', 'br-0123456789ab', 'docker_gwbridge'],
    service: ['kube-ipvs0', 'nodelocaldns'],
    container: ['virbr0', 'lxdbr0', 'lxcbr0', 'cni-podman0', 'veth1a2b3c4'],
    tunnel: ['tun0', 'wg0', 'tailscale0', 'ppp0'],
    loopback: ['lo'],
  }
  for (const [owner, devices] of Object.entries(names)) {
    t.deepEqual(
      devices.filter((device) => deviceOwner(device) !== owner),
      [],
      owner,
    )
  }
})
