import test from 'ava'
import {crictl} from '../../src/collectors/crictl.ts'
import {at} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const program = {base64: 'f0VMRg==', size: 1000, mode: '0755'}

test('endpoints are read in one spelling, with their place', async (t) => {
  const fact = await crictl.collect(
    probeOf(
      {
        '/usr/local/bin/crictl': program,
        '/etc/crictl.yaml': 'timeout: 2\nruntime-endpoint: /var/run/crio/crio.sock\nimage-endpoint: ""\n',
      },
      [{argv: ['crictl', '--version'], exitCode: 0, stdout: 'crictl version v1.30.0\n', stderr: ''}],
    ),
  )
  if (!('runtimeEndpoint' in fact)) throw new Error('not collected')
  t.deepEqual(fact.runtimeEndpoint, at('unix:///run/crio/crio.sock', {kind: 'file', path: '/etc/crictl.yaml', line: 2}))
  t.like(plain(fact), {version: '1.30.0', minor: 30, imageEndpoint: ''})
})

test('a file that is no YAML is a gap, and no crictl is no fact', async (t) => {
  const broken = plain(await crictl.collect(probeOf({'/etc/crictl.yaml': 'a: [\n'}))) as {
    runtimeEndpoint: {unknown: string}
  }
  t.regex(broken.runtimeEndpoint.unknown, /^\/etc\/crictl.yaml is no YAML/)
  t.deepEqual(plain(await crictl.collect(probeOf({}))), {absent: 'crictl is not installed'})
})
