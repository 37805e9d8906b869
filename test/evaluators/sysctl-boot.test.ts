import test from 'ava'
import {sysctlAtBoot} from '../../src/evaluators/sysctl-boot.ts'
import {at} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const forwarding = (files: Parameters<typeof probeOf>[0]) => sysctlAtBoot(probeOf(files), 'net.ipv4.ip_forward')

test('the last file by name decides, whatever its directory', async (t) => {
  const own = '/etc/sysctl.d/50-k8s.conf'
  const vendor = '/usr/lib/sysctl.d/99-vendor.conf'
  t.deepEqual(
    await forwarding({[own]: 'net.ipv4.ip_forward = 1\n', [vendor]: '# off\nnet/ipv4/ip_forward=0\n'}),
    at('0', {
      kind: 'file',
      path: vendor,
      line: 2,
      overrode: [{value: '1', source: {kind: 'file', path: own, line: 1}}],
    }),
  )
})

test('/etc/sysctl.conf counts only through a link, and a commented line not at all', async (t) => {
  const conf = {'/etc/sysctl.conf': 'net.ipv4.ip_forward=1\n'}
  t.is(await forwarding(conf), '')
  t.like(await forwarding({...conf, '/etc/sysctl.d/99-sysctl.conf': {symlink: '../sysctl.conf'}}), {value: '1'})
  t.is(await forwarding({'/etc/sysctl.d/99-sysctl.conf': '#net.ipv4.ip_forward=1\n'}), '')
})
