import test from 'ava'
import {moduleState} from '../../src/evaluators/kernel-module.ts'
import {at, Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const modules = '/lib/modules/5.15.0-107-generic'
const base = {
  '/proc/sys/kernel/osrelease': '5.15.0-107-generic\n',
  [`${modules}/modules.builtin`]: 'kernel/net/bridge/bridge.ko\n',
  [`${modules}/modules.dep`]: 'kernel/net/bridge/br_netfilter.ko: kernel/net/bridge/bridge.ko\n',
}

const stateOf = async (files: Parameters<typeof probeOf>[0], name = 'br-netfilter') => moduleState(probeOf(files), name)

test('a module is loaded, built in, available, blocked or missing', async (t) => {
  const loaded = {...base, '/proc/modules': 'br_netfilter 32768 0 - Live 0x0000000000000000\n'}
  t.deepEqual(await stateOf(loaded), at('loaded', {kind: 'file', path: '/proc/modules', line: 1}))
  t.like(await stateOf(base, 'bridge'), {value: 'builtin'})
  t.like(await stateOf(base), {value: 'available'})
  t.like(await stateOf(base, 'vxlan'), {value: 'missing'})
  const path = '/etc/modprobe.d/hardening.conf'
  const blocked = {...base, [path]: '# CIS\ninstall br_netfilter /bin/true\n'}
  t.deepEqual(await stateOf(blocked), at('blocked', {kind: 'file', path, line: 2}))
  t.like(await stateOf({...base, [path]: 'blacklist br_netfilter\n'}), {value: 'available'})
})

test('without a kernel nobody can tell', async (t) => {
  t.true((await stateOf({})) instanceof Unknown)
})
