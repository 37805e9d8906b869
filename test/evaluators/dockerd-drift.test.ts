import test from 'ava'
import {dockerdCommand} from '../../src/evaluators/dockerd-command.ts'
import {dockerdConfig} from '../../src/evaluators/dockerd-config.ts'
import {changedFlags, isConfigNewer} from '../../src/evaluators/dockerd-drift.ts'
import {at, Unknown} from '../../src/facts/value.ts'
import {dockerHost} from './docker-host.ts'

const json = '/etc/docker/daemon.json'

function running(argv: readonly string[], cgroup = '/system.slice/docker.service') {
  return {
    '/proc/640/comm': 'dockerd\n',
    '/proc/640/cmdline': `${argv.join('\0')}\0`,
    '/proc/640/cgroup': `0::${cgroup}\n`,
    '/proc/640/stat': `640 (dockerd) S 1 640 640 0 -1 4194560 1 0 0 0 10 5 0 0 20 0 9 0 6000 1 1`,
    '/proc/stat': 'cpu  1 2 3\nbtime 1780000000\n',
  }
}

async function commandOf(service: string, files: NonNullable<Parameters<typeof dockerHost>[2]>) {
  const probe = dockerHost('20.10.24', service, files)
  const command = await dockerdCommand(probe)
  if (command.state !== 'found') throw new Error(command.reason)
  return {probe, command}
}

async function changes(service: string, argv: readonly string[], cgroup?: string) {
  const {command} = await commandOf(service, running(argv, cgroup))
  return changedFlags(command).map(({flag, running: now, configured}) => [flag, now, configured])
}

test('flags that only the running daemon or only its unit has', async (t) => {
  t.deepEqual(
    await changes('ExecStart=/usr/bin/dockerd --bip=10.1.2.1/24', [
      '/usr/bin/dockerd',
      '-H',
      'fd://',
      '--bip',
      '10.1.1.1/24',
    ]),
    [
      ['--host', 'fd://', ''],
      ['--bip', '10.1.1.1/24', '10.1.2.1/24'],
    ],
  )
})

test('other spellings of the same flags are no change', async (t) => {
  const service = 'ExecStart=/usr/bin/dockerd -H fd:// --icc=0 --debug --dns 10.0.0.2 --dns 10.0.0.3'
  const argv = ['dockerd', '--dns=10.0.0.3', '--dns=10.0.0.2', '--host=fd://', '--icc=false', '-D=true']
  t.deepEqual(await changes(service, argv), [])
})

test('a daemon inside a container or a snap is not the host’s own', async (t) => {
  const service = 'ExecStart=/usr/bin/dockerd'
  for (const group of [
    '/kubepods.slice/kubepods-pod1.slice/cri-containerd-1.scope',
    '/system.slice/docker-0123456789ab.scope',
    '/system.slice/snap.docker.dockerd.service/snap.docker',
  ]) {
    t.deepEqual(await changes(service, ['dockerd', '--icc=false'], group), [], group)
  }
})

test('a script that starts dockerd may add flags', async (t) => {
  const {command} = await commandOf('ExecStart=/usr/lib/coreos/dockerd --icc=false', {
    ...running(['dockerd', '--icc=false', '--selinux-enabled']),
    '/usr/lib/coreos/dockerd': '#!/bin/bash\nexec dockerd "$@" --selinux-enabled\n',
  })
  t.deepEqual(changedFlags(command), [])
})

async function newer(config: string, modifiedMs?: number) {
  const entry = {content: config, ...(modifiedMs === undefined ? {} : {mtime: new Date(modifiedMs).toISOString()})}
  const {probe, command} = await commandOf('ExecStart=/usr/bin/dockerd', {
    ...running(['/usr/bin/dockerd']),
    [json]: entry,
  })
  return isConfigNewer(probe, command, await dockerdConfig(probe))
}

test('a configuration file written after the start needs a restart, unless its keys are re-read', async (t) => {
  const startedMs = 1780000060_000
  t.deepEqual(
    await newer('{\n"bip": "10.1.1.1/24"}', startedMs + 60_000),
    at(true, {kind: 'file', path: json, line: 2}),
  )
  t.like(await newer('{"bip": "10.1.1.1/24"}', startedMs - 60_000), {value: false})
  t.is(await newer('{"insecure-registries": ["r:5000"]}', startedMs + 60_000), false)
  t.true((await newer('{"bip": "10.1.1.1/24"}')) instanceof Unknown)
})
