import test from 'ava'
import {dockerdCommand} from '../../src/evaluators/dockerd-command.ts'
import {dockerdConfig} from '../../src/evaluators/dockerd-config.ts'
import {changedFlags, newerFile} from '../../src/evaluators/dockerd-drift.ts'
import {at, Unknown} from '../../src/facts/value.ts'
import {dockerHost, dockerUnit} from './docker-host.ts'

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
  const changed = changedFlags(command)
  return changed instanceof Unknown
    ? changed.reason
    : changed.map(({flag, running: now, configured}) => [flag, now, configured])
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

const startedMs = 1780000060_000
const timed = (content: string, modifiedMs: number) => ({content, mtime: new Date(modifiedMs).toISOString()})

async function newer(files: NonNullable<Parameters<typeof dockerHost>[2]>) {
  const unit = {[dockerUnit]: timed('[Service]\nExecStart=/usr/bin/dockerd\n', startedMs - 60_000)}
  const {probe, command} = await commandOf('', {...running(['/usr/bin/dockerd']), ...unit, ...files})
  return newerFile(probe, command, await dockerdConfig(probe))
}

test('a configuration file written after the start needs a restart, unless its keys are re-read', async (t) => {
  const bip = '{\n"bip": "10.1.1.1/24"}'
  t.deepEqual(await newer({[json]: timed(bip, startedMs + 60_000)}), at(json, {kind: 'file', path: json, line: 2}))
  t.is(await newer({[json]: timed(bip, startedMs - 60_000)}), '')
  t.is(await newer({[json]: timed('{"insecure-registries": ["r:5000"]}', startedMs + 60_000)}), '')
  t.true((await newer({[json]: bip})) instanceof Unknown)
})

test('so does a unit or drop-in', async (t) => {
  const dropIn = '/etc/systemd/system/docker.service.d/10-limits.conf'
  const text = '[Service]\nLimitNOFILE=1048576\n'
  t.deepEqual(await newer({[dropIn]: timed(text, startedMs + 60_000)}), at(dropIn, {kind: 'file', path: dropIn}))
  t.is(await newer({[dropIn]: timed(text, startedMs - 60_000)}), '')
})

test('of a daemon whose arguments a listing of processes does not part, only that they are those of the unit', async (t) => {
  const service = 'ExecStart=/usr/bin/dockerd -H fd:// --bip=10.1.1.1/24'
  t.deepEqual(await changes(service, ['/usr/bin/dockerd -H fd:// --bip=10.1.1.1/24']), [])
  t.regex(String(await changes(service, ['/usr/bin/dockerd -H fd:// --bip=10.1.2.1/24'])), /does not part arguments/)
})
