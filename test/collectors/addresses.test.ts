import test from 'ava'
import {addresses} from '../../src/collectors/addresses.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Args = Parameters<typeof probeOf>
const collected = async (...args: Args) =>
  plain(await addresses.collect(probeOf(...args))) as Readonly<Record<string, unknown>>

const ipAddr = (stdout: string) => [{argv: ['ip', '-j', 'addr'], exitCode: 0, stdout, stderr: ''}]

test('tells the host’s interfaces from those of plugins', async (t) => {
  const stdout = JSON.stringify([
    {ifname: 'lo', addr_info: [{family: 'inet', local: '127.0.0.1', prefixlen: 8, scope: 'host'}]},
    {ifname: 'eth0', addr_info: [{family: 'inet', local: '10.0.0.5', prefixlen: 24, scope: 'global'}]},
    {ifname: 'cni0', addr_info: [{family: 'inet', local: '10.244.1.1', prefixlen: 24, scope: 'global'}]},
  ])
  const {running} = await collected({}, ipAddr(stdout))
  t.deepEqual(running, [
    {
      name: 'eth0 10.0.0.5/24',
      interface: 'eth0',
      address: '10.0.0.5/24',
      network: '10.0.0.0/24',
      family: 4,
      owner: 'host',
    },
    {
      name: 'cni0 10.244.1.1/24',
      interface: 'cni0',
      address: '10.244.1.1/24',
      network: '10.244.1.0/24',
      family: 4,
      owner: 'cni',
    },
  ])
})

test('falls back to /proc where ip knows no JSON', async (t) => {
  const {running} = await collected(
    {
      '/proc/net/fib_trie': 'Local:\n  |-- 10.0.0.5\n     /32 host LOCAL\n',
      '/proc/net/route':
        'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\neth0\t0000000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\n',
    },
    [{argv: ['ip', '-j', 'addr'], exitCode: 255, stdout: '', stderr: 'Option "-j" is unknown'}],
  )
  t.like(running, [{interface: 'eth0', address: '10.0.0.5/24'}])
})

test('reads fixed addresses and whether others are asked for', async (t) => {
  const facts = await collected({
    '/etc/sysconfig/network-scripts/ifcfg-eth0': 'BOOTPROTO=dhcp\nDEVICE=eth0\n',
    '/etc/sysconfig/network-scripts/ifcfg-eth1': 'BOOTPROTO=none\nIPADDR=100.64.3.4\nPREFIX=16\n',
  })
  t.like(facts.configured, [{interface: 'eth1', address: '100.64.3.4/16', network: '100.64.0.0/16'}])
  t.is(facts.isDynamic, true)
  t.deepEqual(facts.sharedSpaceUses, [{name: 'eth1 has 100.64.3.4/16', use: 'eth1 has 100.64.3.4/16'}])
})

test('finds virtual addresses that are fixed on the node too', async (t) => {
  const {virtual} = await collected({
    '/etc/kubernetes/manifests/kube-vip.yaml':
      'spec:\n  containers:\n  - image: ghcr.io/kube-vip/kube-vip:v0.8.0\n    env:\n    - {name: address, value: 10.0.0.100}\n',
    '/etc/keepalived/keepalived.conf':
      'vrrp_instance VI {\n  virtual_ipaddress {\n    10.0.0.200/24 dev eth0\n  }\n}\n',
    '/etc/systemd/network/10-eth0.network': '[Match]\nName=eth0\n[Network]\nAddress=10.0.0.100/24\n',
  })
  t.deepEqual(virtual, [
    {name: 'kube-vip 10.0.0.100', program: 'kube-vip', address: '10.0.0.100', isFixedHere: true, fixedOn: 'eth0'},
    {name: 'keepalived 10.0.0.200', program: 'keepalived', address: '10.0.0.200', isFixedHere: false, fixedOn: ''},
  ])
})
