import test from 'ava'
import {dockerRanges} from '../../src/collectors/docker-ranges.ts'
import {Absent, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {dockerHost} from '../evaluators/docker-host.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const stock = 'ExecStart=/usr/bin/dockerd -H fd://'
const header = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n'
const bridge = 'docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n'
const network = 'br-0123456789ab\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n'
const proxy = {
  '/etc/systemd/system/kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --cluster-cidr=172.16.0.0/14\n',
}

async function overlapping(list: 'bridgeCluster' | 'bridgeHost' | 'poolCluster', service: string, files: object) {
  const facts = await dockerRanges.collect(dockerHost('20.10.24', service, {...files}))
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  const pairs = plain(facts[list]) as {firstName: string; first: string; second: string; overlaps: boolean}[]
  return pairs.filter(({overlaps}) => overlaps).map(({firstName, first, second}) => `${firstName} ${first} ${second}`)
}

test('the default bridge with the pod range', async (t) => {
  t.deepEqual(await overlapping('bridgeCluster', stock, proxy), ['docker0 172.17.0.0/16 172.16.0.0/14'])
  t.deepEqual(await overlapping('bridgeCluster', `${stock} --bip=10.1.0.1/24`, proxy), [])
  t.deepEqual(await overlapping('bridgeCluster', `${stock} --bridge=none`, proxy), [])
})

test('a bridge in the subnet that flannel gave the node carries the pods rightly', async (t) => {
  const flannel = {'/run/flannel/subnet.env': 'FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.3.1/24\n'}
  t.deepEqual(await overlapping('bridgeCluster', `${stock} --bip=10.244.3.1/24`, flannel), [])
  t.deepEqual(await overlapping('bridgeCluster', `${stock} --bip=10.244.9.1/24`, flannel), [
    'docker0 10.244.9.0/24 10.244.0.0/16',
  ])
})

test('the networks of users and the pools they come from', async (t) => {
  const files = {...proxy, '/proc/net/route': header + bridge + network}
  t.deepEqual((await overlapping('poolCluster', stock, files)).slice(0, 2), [
    'br-0123456789ab 172.18.0.0/16 172.16.0.0/14',
    'address pool 172.17.0.0/16 172.16.0.0/14',
  ])
})

test('a name server on docker0 itself is no neighbour', async (t) => {
  const resolver = (address: string) => ({
    '/etc/resolv.conf': `nameserver ${address}\n`,
    '/proc/net/fib_trie': '',
    '/proc/net/route': header,
  })
  t.deepEqual(await overlapping('bridgeHost', `${stock} --bip=172.17.0.1/16`, resolver('172.17.0.1')), [])
  t.deepEqual(await overlapping('bridgeHost', `${stock} --bip=172.17.0.1/16`, resolver('172.17.0.53')), [
    'docker0 172.17.0.0/16 172.17.0.53',
  ])
})

test('a host without Docker has no such ranges', async (t) => {
  t.true((await dockerRanges.collect(probeOf({}))) instanceof Absent)
})
