import test from 'ava'
import {linkNamed, networkLinks} from '../../src/evaluators/network-links.ts'
import {probeOf} from './probe-of.ts'

const argv = ['ip', '-j', 'addr']

test('interfaces carry their addresses', async (t) => {
  const docker0 = {
    ifname: 'docker0',
    ifindex: 3,
    mtu: 1450,
    flags: ['UP'],
    addr_info: [{family: 'inet', local: '192.168.27.1', prefixlen: 24, scope: 'global'}],
  }
  const all = await networkLinks(probeOf({}, [{argv, exitCode: 0, stdout: JSON.stringify([docker0]), stderr: ''}]))
  t.like(linkNamed(all, 'docker0'), {mtu: 1450, addresses: [{address: '192.168.27.1', prefix: 24}]})
  t.is(linkNamed(all, 'cni0'), undefined)
})

test('an ip program that is missing or refuses leaves the interfaces unknown', async (t) => {
  t.like(await networkLinks(probeOf({})), {state: 'unknown', reason: 'there is no ip program to list interfaces'})
  const refusing = probeOf({}, [{argv, exitCode: 255, stdout: '', stderr: 'Option "-j" is unknown, try "ip -help".\n'}])
  t.like(await networkLinks(refusing), {
    state: 'unknown',
    reason: 'ip -j addr could not list interfaces: Option "-j" is unknown, try "ip -help".',
  })
})
