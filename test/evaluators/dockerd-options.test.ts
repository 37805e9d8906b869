import test from 'ava'
import {optionConflicts} from '../../src/evaluators/dockerd-conflicts.ts'
import {boolOption, type DockerdSources, dockerdSources, textOption} from '../../src/evaluators/dockerd-options.ts'
import {at, Unknown} from '../../src/facts/value.ts'
import {dockerHost, dockerUnit} from './docker-host.ts'
import {probeOf} from './probe-of.ts'

const json = '/etc/docker/daemon.json'

async function sourcesOf(...host: Parameters<typeof dockerHost>): Promise<DockerdSources> {
  const sources = await dockerdSources(dockerHost(...host))
  if ('state' in sources) throw new Error(`${sources.state}: ${sources.reason}`)
  return sources
}

test('a flag wins over the file and says what it overrode', async (t) => {
  const sources = await sourcesOf('20.10.24', 'ExecStart=/usr/bin/dockerd --iptables=false --bip 10.9.0.1/24', {
    [json]: '{\n  "iptables": true,\n  "ip-masq": false,\n  "bip": ""\n}\n',
  })
  t.deepEqual(
    boolOption(sources, 'iptables', true),
    at(false, {
      kind: 'file',
      path: dockerUnit,
      line: 5,
      overrode: [{value: true, source: {kind: 'file', path: json, line: 2}}],
    }),
  )
  t.deepEqual(boolOption(sources, 'ip-masq', true), at(false, {kind: 'file', path: json, line: 3}))
  t.is(boolOption(sources, 'icc', true), true)
  t.deepEqual(
    optionConflicts(sources).map(({key, flag, flagValue}) => [key, flag, flagValue]),
    [
      ['iptables', '--iptables', 'false'],
      ['bip', '--bip', '10.9.0.1/24'],
    ],
  )
})

test('the last of repeated flags counts, and a bare boolean flag is true', async (t) => {
  const sources = await sourcesOf(
    '20.10.24',
    'ExecStart=/usr/bin/dockerd --iptables=false --iptables --log-driver=a --log-driver=b',
  )
  t.like(boolOption(sources, 'iptables', false), {value: true})
  t.like(textOption(sources, 'log-driver', ''), {value: 'b', source: {overrode: [{value: 'a'}]}})
})

test('options in environment files count where the unit expands them', async (t) => {
  const service = 'EnvironmentFile=-/etc/default/docker\nExecStart=/usr/bin/dockerd -H fd:// $DOCKER_OPTS'
  const sources = await sourcesOf('20.10.24', service, {
    '/etc/default/docker': '# options\nDOCKER_OPTS="--ip-masq=false --exec-opt native.cgroupdriver=systemd"\n',
  })
  t.deepEqual(boolOption(sources, 'ip-masq', true), at(false, {kind: 'file', path: '/etc/default/docker', line: 2}))
})

test('the daemon of old releases and shells around it are followed', async (t) => {
  const old = await sourcesOf('1.10.3', 'ExecStart=/usr/bin/docker daemon -H fd:// --icc=false', {
    '/usr/bin/docker': '',
  })
  t.like(boolOption(old, 'icc', true), {value: false})
  const service = "Environment=OPTIONS=--icc=false\nExecStart=/bin/sh -c 'exec /usr/bin/dockerd $OPTIONS 2>&1'"
  t.like(boolOption(await sourcesOf('20.10.24', service), 'icc', true), {value: false})
})

test('a file that cannot be read leaves what flags do not set unknown', async (t) => {
  const sources = await sourcesOf('20.10.24', 'ExecStart=/usr/bin/dockerd --icc=false', {
    [json]: {unreadable: 'permission denied'},
  })
  t.like(boolOption(sources, 'icc', true), {value: false})
  const gap = boolOption(sources, 'iptables', true)
  t.true(gap instanceof Unknown && gap.reason.includes('permission denied'))
})

test('what dockerd refuses is unknown rather than true or false', async (t) => {
  const sources = await sourcesOf('20.10.24', 'ExecStart=/usr/bin/dockerd --iptables=no', {[json]: '{"icc": "false"}'})
  for (const key of ['iptables', 'icc']) t.true(boolOption(sources, key, true) instanceof Unknown)
})

test('null switches a boolean off and leaves a text unset', async (t) => {
  const sources = await sourcesOf('20.10.24', 'ExecStart=/usr/bin/dockerd', {[json]: '{"iptables": null, "bip": null}'})
  t.deepEqual(boolOption(sources, 'iptables', true), at(false, {kind: 'file', path: json, line: 1}))
  t.is(textOption(sources, 'bip', ''), '')
})

test('before 1.10 no configuration file was read', async (t) => {
  const sources = await sourcesOf('1.9.1', 'ExecStart=/usr/bin/docker daemon', {
    '/usr/bin/docker': '',
    [json]: '{"iptables": false}',
  })
  t.is(boolOption(sources, 'iptables', true), true)
})

test('without a unit, or without the program it names, there is no Docker', async (t) => {
  t.like(await dockerdSources(dockerHost('20.10.24', 'ExecStart=/opt/gone/dockerd')), {state: 'absent'})
  t.like(await dockerdSources(dockerHost('20.10.24', '', {[dockerUnit]: ''})), {
    state: 'absent',
    reason: 'docker.service is masked',
  })
})

test('an init script gives dockerd the options of the file it sources', async (t) => {
  const files = {
    '/usr/bin/dockerd': {mode: '0755', size: 100, base64: ''},
    '/etc/init.d/docker': '#!/sbin/openrc-run\n',
    '/etc/conf.d/docker': '#DOCKER_OPTS="--bip=10.1.0.1/24"\nDOCKER_OPTS="--iptables=false -H tcp://127.0.0.1:2375"\n',
    [json]: '{"hosts": ["fd://"]}',
  }
  const sources = await dockerdSources(probeOf(files))
  if ('state' in sources) return t.fail(sources.reason)
  t.deepEqual(boolOption(sources, 'iptables', true), at(false, {kind: 'file', path: '/etc/conf.d/docker', line: 2}))
  t.deepEqual(
    optionConflicts(sources).map(({key}) => key),
    ['hosts'],
  )
})
