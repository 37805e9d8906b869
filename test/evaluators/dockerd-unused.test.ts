import test from 'ava'
import {unusedOptions} from '../../src/evaluators/dockerd-unused.ts'
import {dockerHost} from './docker-host.ts'

async function unusedOf(service: string, files: Parameters<typeof dockerHost>[2]) {
  const {unused} = await unusedOptions(dockerHost('20.10.24', service, files))
  return unused.map(({path, variable, reason}) => `${path} ${variable}: ${reason}`)
}

const stock = 'ExecStart=/usr/bin/dockerd -H fd:// --containerd=/run/containerd/containerd.sock'
const debian = 'EnvironmentFile=-/etc/default/docker\nExecStart=/usr/bin/dockerd -H fd:// $DOCKER_OPTS'

test('a file the unit does not name, and a variable it does not expand', async (t) => {
  t.deepEqual(await unusedOf(stock, {'/etc/default/docker': 'DOCKER_OPTS="--ip-masq=false"\n'}), [
    '/etc/default/docker DOCKER_OPTS: docker.service does not read the file',
  ])
  t.deepEqual(await unusedOf(debian, {'/etc/default/docker': 'OPTIONS=--ip-masq=false\n'}), [
    '/etc/default/docker OPTIONS: docker.service does not expand $OPTIONS',
  ])
  t.deepEqual(await unusedOf(stock, {'/run/docker_opts.env': 'DOCKER_OPTS=" --bip=10.1.15.1/24 --mtu=1450"\n'}), [
    '/run/docker_opts.env DOCKER_OPTS: docker.service does not read the file',
  ])
})

test('comments, empty values and files the unit reads are fine', async (t) => {
  t.deepEqual(await unusedOf(stock, {'/etc/default/docker': '#DOCKER_OPTS="--dns 8.8.8.8"\n'}), [])
  t.deepEqual(await unusedOf(stock, {'/etc/sysconfig/docker-network': 'DOCKER_NETWORK_OPTIONS=\n'}), [])
  t.deepEqual(await unusedOf(debian, {'/etc/default/docker': 'DOCKER_OPTS="--ip-masq=false"\n'}), [])
  const braces = 'EnvironmentFile=/etc/sysconfig/docker\nExecStart=/usr/bin/dockerd $' + '{OPTIONS}'
  t.deepEqual(await unusedOf(braces, {'/etc/sysconfig/docker': 'OPTIONS=--icc=false\n'}), [])
})

test('a script that the unit runs may read the file', async (t) => {
  const script = `ExecStartPre=/bin/sh -c '. /etc/default/docker; env > /run/docker.env'\n${stock}`
  t.deepEqual(await unusedOf(script, {'/etc/default/docker': 'DOCKER_OPTS="--ip-masq=false"\n'}), [])
})

test('a line systemd passes over sets nothing', async (t) => {
  t.deepEqual(await unusedOf(debian, {'/etc/default/docker': 'export DOCKER_OPTS="--ip-masq=false"\n'}), [
    '/etc/default/docker DOCKER_OPTS: systemd does not take the line for an assignment',
  ])
})
