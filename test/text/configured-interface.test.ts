import test from 'ava'
import {blockText} from '../../src/text/configured-interface.ts'
import {readIfcfg} from '../../src/text/ifcfg.ts'
import {readInterfacesFile} from '../../src/text/interfaces-file.ts'
import {readNetplan} from '../../src/text/netplan.ts'
import {readNetworkManagerConnection} from '../../src/text/network-manager-connection.ts'
import {readNetworkdNetwork} from '../../src/text/networkd-network.ts'
import {parseYaml} from '../../src/text/yaml.ts'

const netplan = (text: string) => {
  const parsed = parseYaml(text)
  return parsed.ok ? readNetplan(parsed.value) : []
}

test('joins an address with the mask that stands apart', (t) => {
  t.is(blockText('10.0.0.5', '255.255.240.0'), '10.0.0.5/20')
  t.is(blockText('10.0.0.5', '22'), '10.0.0.5/22')
  t.is(blockText('10.0.0.5/24', '255.0.0.0'), '10.0.0.5/24')
  t.is(blockText('fd00::5', undefined), 'fd00::5/128')
})

test('reads netplan, addresses with options included', (t) => {
  const text = `network:
  version: 2
  ethernets:
    eth0:
      dhcp4: true
    eth1:
      addresses:
      - 10.1.0.5/16
      - 10.2.0.5/24:
          label: second
`
  t.deepEqual(netplan(text), [
    {name: 'eth0', addresses: [], isDynamic: true},
    {
      name: 'eth1',
      addresses: [
        {block: '10.1.0.5/16', line: 8},
        {block: '10.2.0.5/24', line: 9},
      ],
      isDynamic: false,
    },
  ])
})

test('reads version 1 of cloud-init', (t) => {
  const text = `network:
  version: 1
  config:
  - type: physical
    name: ens3
    subnets:
    - type: static
      address: 10.3.0.9
      netmask: 255.255.0.0
`
  t.deepEqual(netplan(text), [{name: 'ens3', addresses: [{block: '10.3.0.9/16', line: 8}], isDynamic: false}])
  t.deepEqual(netplan('network: {config: disabled}\n'), [])
})

test('reads ifcfg files of both families', (t) => {
  const rhel = 'DEVICE=eth0\nBOOTPROTO=none\nIPADDR=10.0.0.5\nPREFIX=24\nIPADDR1=10.0.1.5\nNETMASK1=255.255.0.0\n'
  t.deepEqual(readIfcfg(rhel, 'ifcfg-eth0'), {
    name: 'eth0',
    addresses: [
      {block: '10.0.0.5/24', line: 3},
      {block: '10.0.1.5/16', line: 5},
    ],
    isDynamic: false,
  })
  const suse = "BOOTPROTO='dhcp'\nIPADDR_0='192.168.7.2/24'\n"
  t.deepEqual(readIfcfg(suse, 'ifcfg-eth1'), {
    name: 'eth1',
    addresses: [{block: '192.168.7.2/24', line: 2}],
    isDynamic: true,
  })
})

test('reads NetworkManager keyfiles', (t) => {
  const text = `[connection]
id=lan
interface-name=ens192
[ipv4]
method=manual
address1=10.5.0.7/24,10.5.0.1
dns=10.5.0.2;
[ipv6]
method=disabled
address1=fd00::7/64
`
  t.deepEqual(readNetworkManagerConnection(text), {
    name: 'ens192',
    addresses: [{block: '10.5.0.7/24', line: 6}],
    isDynamic: false,
  })
})

test('reads networkd files', (t) => {
  const text = '[Match]\nName=eth*\n[Network]\nDHCP=ipv6\nAddress=10.6.0.2/24\n[Address]\nAddress=10.7.0.2/24\n'
  t.deepEqual(readNetworkdNetwork(text), {
    name: 'eth*',
    addresses: [
      {block: '10.6.0.2/24', line: 5},
      {block: '10.7.0.2/24', line: 7},
    ],
    isDynamic: true,
  })
})

test('reads stanzas of interfaces(5)', (t) => {
  const text = `auto eth0
iface eth0 inet static
    address 10.8.0.3
    netmask 255.255.254.0
    gateway 10.8.0.1
iface eth1 inet dhcp
source /etc/network/interfaces.d/*
address 1.2.3.4/8
`
  t.deepEqual(readInterfacesFile(text), [
    {name: 'eth0', addresses: [{block: '10.8.0.3/23', line: 3}], isDynamic: false},
    {name: 'eth1', addresses: [], isDynamic: true},
  ])
})
