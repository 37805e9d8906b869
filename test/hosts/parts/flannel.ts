import {type Files, program} from './files.ts'
import type {Link, Route} from './network.ts'
import {configMap} from './pods.ts'

/** The sandbox of the pod with the address 10.244.1.2. */
export const sandbox = '6f2b8d11a9e04d53a2a8a5c8c6b2f1e07c9a4d5be3f8a9120b7d6c5e4f3a2b1c'

/** What the flannel daemon of a node leaves: its plugin, its configuration and its lease, the second of 10.244.0.0/16. */
export function flannelFiles(cniVersion: string): Files {
  return {
    '/opt/cni/bin/flannel': program(2_907_995),
    '/etc/cni/net.d/10-flannel.conflist': `{
  "name": "cbr0",
  "cniVersion": "${cniVersion}",
  "plugins": [
    {
      "type": "flannel",
      "delegate": {
        "hairpinMode": true,
        "isDefaultGateway": true
      }
    },
    {
      "type": "portmap",
      "capabilities": {
        "portMappings": true
      }
    }
  ]
}
`,
    '/run/flannel/subnet.env':
      'FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n',
    '/var/lib/cni/networks/cbr0/10.244.1.2': `${sandbox}\r\neth0`,
    '/var/lib/cni/networks/cbr0/last_reserved_ip.0': '10.244.1.2',
    '/var/lib/cni/networks/cbr0/lock': '',
  }
}

/** Its interfaces and its route to the pods of another node. */
export const flannelLinks: readonly Link[] = [
  {name: 'flannel.1', kind: 'vxlan', mtu: 1450, state: 'UNKNOWN', addresses: ['10.244.1.0/32']},
  {name: 'cni0', kind: 'bridge', mtu: 1450, addresses: ['10.244.1.1/24']},
  {name: 'veth3f1c2a9b', kind: 'veth', mtu: 1450, master: 'cni0'},
]

/** See `flannelLinks`. */
export const flannelRoutes: readonly Route[] = [{dst: '10.244.0.0/24', dev: 'flannel.1', via: '10.244.0.0'}]

/** The rules that flannel keeps since 0.20. */
export const flannelRules = {
  nat: [
    'POSTROUTING -m comment --comment "flanneld masq" -j FLANNEL-POSTRTG',
    'FLANNEL-POSTRTG -m mark --mark 0x4000/0x4000 -m comment --comment "flanneld masq" -j RETURN',
    'FLANNEL-POSTRTG -s 10.244.1.0/24 -d 10.244.0.0/16 -m comment --comment "flanneld masq" -j RETURN',
    'FLANNEL-POSTRTG -s 10.244.0.0/16 -d 10.244.1.0/24 -m comment --comment "flanneld masq" -j RETURN',
    'FLANNEL-POSTRTG ! -s 10.244.0.0/16 -d 10.244.1.0/24 -m comment --comment "flanneld masq" -j RETURN',
    'FLANNEL-POSTRTG -s 10.244.0.0/16 ! -d 224.0.0.0/4 -m comment --comment "flanneld masq" -j MASQUERADE --random-fully',
    'FLANNEL-POSTRTG ! -s 10.244.0.0/16 -d 10.244.0.0/16 -m comment --comment "flanneld masq" -j MASQUERADE --random-fully',
  ],
  filter: [
    'FORWARD -m comment --comment "flanneld forward" -j FLANNEL-FWD',
    'FLANNEL-FWD -s 10.244.0.0/16 -m comment --comment "flanneld forward" -j ACCEPT',
    'FLANNEL-FWD -d 10.244.0.0/16 -m comment --comment "flanneld forward" -j ACCEPT',
  ],
}

/** The network in the config map that flannel's pod has mounted. */
export const flannelPod = configMap('5e1f0c77-8a3b-4b7e-9a53-6d4b8f0ce003', 'flannel-cfg', {
  'net-conf.json': `{
  "Network": "10.244.0.0/16",
  "EnableNFTables": false,
  "Backend": {
    "Type": "vxlan"
  }
}
`,
})

/** The same in the range that k3s and RKE2 give to pods. */
export const inRancherRange = (text: string): string => text.replaceAll('10.244.', '10.42.')
