import test from 'ava'
import {dockerdFlags, dockerdOptions} from '../../src/evaluators/dockerd-flags.ts'
import {parseVersion} from '../../src/text/version.ts'

const flagsOf = (version: string) => dockerdFlags(parseVersion(version))

test('flags come and go with releases', (t) => {
  t.false('live-restore' in flagsOf('1.11.2'))
  t.true('live-restore' in flagsOf('1.12.6'))
  t.true('graph' in flagsOf('23.0.18'))
  t.false('graph' in flagsOf('24.0.0'))
  t.false('ip-forward-no-drop' in flagsOf('27.5.1'))
  t.deepEqual(flagsOf('28.0.0')['ip-forward-no-drop'], {kind: 'bool'})
  t.deepEqual(flagsOf('20.10.24').bridge, {kind: 'value', short: 'b'})
})

test('lists have another name in the file', (t) => {
  const keyOf = (name: string) => dockerdOptions(parseVersion('20.10.24')).find((option) => option.name === name)?.key
  t.deepEqual(['host', 'exec-opt', 'log-opt', 'add-runtime', 'insecure-registry', 'dns', 'bip'].map(keyOf), [
    'hosts',
    'exec-opts',
    'log-opts',
    'runtimes',
    'insecure-registries',
    'dns',
    'bip',
  ])
})
