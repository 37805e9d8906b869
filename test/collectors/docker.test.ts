import test from 'ava'
import {docker} from '../../src/collectors/docker.ts'
import {Absent, at, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {dockerHost, dockerUnit} from '../evaluators/docker-host.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const json = '/etc/docker/daemon.json'
const stock = 'Type=notify\nExecStart=/usr/bin/dockerd -H fd:// --containerd=/run/containerd/containerd.sock'

async function factsOf(...host: Parameters<typeof dockerHost>) {
  const facts = await docker.collect(dockerHost(...host))
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

test('a stock installation has the defaults of its release', async (t) => {
  const facts = plain(await factsOf('20.10.24+dfsg1', stock))
  t.like(facts, {
    version: '20.10.24',
    unit: 'docker.service',
    iptables: true,
    ip6tables: false,
    ipMasq: true,
    ipForward: true,
    icc: true,
    logDriver: 'json-file',
    logMaxSize: '',
    bridgeName: 'docker0',
    bridgeNetwork: '172.17.0.0/16',
    mtuBytes: 1500,
    dataRoot: '/var/lib/docker',
    storageDriver: '',
    configFile: json,
    configProblem: '',
    conflicts: [],
    unusedOptions: [],
  })
  t.like(plain(await factsOf('27.0.1', stock)), {ip6tables: true})
})

test('the values of the file carry their lines, and defaults say whose they are', async (t) => {
  const facts = await factsOf('28.1.1', stock, {
    [json]: '{\n  "ip-masq": false,\n  "bip": "10.9.0.1/24",\n  "log-opts": {"max-size": "10m"}\n}\n',
  })
  t.deepEqual(facts.ipMasq, at(false, {kind: 'file', path: json, line: 2}))
  t.deepEqual(facts.bridgeNetwork, at('10.9.0.0/24', {kind: 'file', path: json, line: 3}))
  t.deepEqual(facts.logMaxSize, at('10m', {kind: 'file', path: json, line: 4}))
  t.deepEqual(facts.iptables, at(true, {kind: 'default', of: 'dockerd'}))
})

test('what is wrong with the configuration stands in lists of its own', async (t) => {
  const text =
    '{\n"hosts": ["fd://"],\n"iptables": "false",\n"graph": "/d",\n"graph": "/e",\n"log-opts": {"max-file": 3}}'
  t.like(plain(await factsOf('24.0.5', stock, {[json]: text})), {
    conflicts: [{name: 'hosts', flag: '-H', flagValue: 'fd://'}],
    quotedBooleans: [{name: 'iptables', written: '"false"'}],
    unknownKeys: [{name: 'graph'}],
    duplicateKeys: [{name: 'graph', firstLine: 4}],
    bareLogOptions: [{name: 'max-file', written: '3'}],
  })
  const broken = await factsOf('24.0.5', stock, {[json]: '{\n"iptables": false,\n}\n'})
  t.like(broken.configProblem, {value: 'a comma stands before "}"', source: {line: 2}})
  t.true(broken.iptables instanceof Unknown)
})

test('docker0 lies in the first pool no route overlaps, or where it lies already', async (t) => {
  const header = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n'
  const node = 'eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n'
  const bridge = 'docker0\t001BA8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n'
  const route = '/proc/net/route'
  const networkOf = async (routes: string, service = stock, files = {}) =>
    plain((await factsOf('24.0.5', service, {[route]: header + routes, ...files})).bridgeNetwork)
  t.is(await networkOf(node), '172.18.0.0/16')
  t.is(await networkOf(bridge), '192.168.27.0/24')
  t.is(await networkOf(bridge, `${stock} --bip 10.1.1.1/24`), '10.1.1.0/24')
  t.is(await networkOf(node, `${stock} --bridge=none`), '')
  const moved = await factsOf('24.0.5', `${stock} --bip 10.1.1.1/24`, {[route]: header + bridge})
  t.is(plain(moved.bridgeNetworkNow), '192.168.27.0/24')
  const pools = '{"default-address-pools": [{"base": "10.200.0.0/16", "size": 24}]}'
  t.is(await networkOf('', stock, {[json]: pools}), '10.200.0.0/24')
})

test('the cgroup driver is what exec-opts say, else what the release and the hierarchy give', async (t) => {
  const v2 = {'/sys/fs/cgroup/cgroup.controllers': 'cpu memory\n', '/proc/1/comm': 'systemd\n'}
  const v1 = {'/sys/fs/cgroup/memory/tasks': '', '/proc/1/comm': 'systemd\n'}
  const driverOf = async (version: string, files: object, service = stock) =>
    plain((await factsOf(version, service, {...files})).cgroupDriver)
  t.is(await driverOf('19.03.15', v2), 'cgroupfs')
  t.is(await driverOf('20.10.24', v2), 'systemd')
  t.is(await driverOf('20.10.24', v1), 'cgroupfs')
  t.is(await driverOf('20.10.24', v1, `${stock} --exec-opt native.cgroupdriver=systemd`), 'systemd')
})

test('the storage driver is what is set, else the only one with data', async (t) => {
  const layers = {
    '/var/lib/docker/aufs/layers': {directory: true},
    '/var/lib/docker/overlay2': {directory: true},
  } as const
  t.is(plain((await factsOf('23.0.1', stock, layers)).storageDriver), 'aufs')
  t.is(plain((await factsOf('23.0.1', `${stock} -s overlay2`, layers)).storageDriver), 'overlay2')
})

test('without Docker the fact is absent, whatever its configuration left behind', async (t) => {
  const facts = await docker.collect(probeOf({[json]: '{"bip": "10.1.1.1/24"}'}))
  t.true(facts instanceof Absent)
})

test('the unit’s environment and settings that matter to dockerd are told', async (t) => {
  const facts = await factsOf('29.1.0', `${stock}\nMountFlags=slave\nEnvironment=DOCKER_MIN_API_VERSION=1.24`)
  t.deepEqual(facts.mountFlags, at('slave', {kind: 'file', path: dockerUnit, line: 7}))
  t.deepEqual(facts.minApiVersion, at('1.24', {kind: 'file', path: dockerUnit, line: 8}))
})
