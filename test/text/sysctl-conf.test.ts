import test from 'ava'
import fc from 'fast-check'
import {mergeSysctl, readSysctlConf, sysctlKey, sysctlPath, sysctlSetting} from '../../src/text/sysctl-conf.ts'

test('lines of a file', (t) => {
  const {entries, problems} = readSysctlConf(
    '# c\n; c\n net.ipv4.ip_forward = 1 \n-kernel.x=\n-net/ipv4/conf/*/y\nnonsense\n',
  )
  t.deepEqual(entries, [
    {key: 'net.ipv4.ip_forward', value: '1', line: 3, ignoreFailures: false},
    {key: 'kernel.x', value: '', line: 4, ignoreFailures: true},
    {key: 'net.ipv4.conf.*.y', line: 5, ignoreFailures: true},
  ])
  t.deepEqual(problems, [{message: 'Line is not an assignment, ignoring: nonsense', line: 6, column: 1}])
})

test('the first separator decides', (t) => {
  t.is(sysctlKey('net/ipv4/ip_forward'), 'net.ipv4.ip_forward')
  t.is(sysctlKey('/net//ipv4/'), 'net.ipv4')
  t.is(sysctlKey('net/ipv4/conf/eth0.100/rp_filter'), 'net.ipv4.conf.eth0/100.rp_filter')
  t.is(sysctlKey('net.ipv4.conf.eth0/100.rp_filter'), 'net.ipv4.conf.eth0/100.rp_filter')
  t.is(sysctlPath('net.ipv4.conf.eth0/100.rp_filter'), 'net/ipv4/conf/eth0.100/rp_filter')
})

const config = mergeSysctl([
  {path: 'a.conf', text: 'net.ipv4.conf.all.rp_filter=1\nnet.ipv4.conf.*.rp_filter=2\n-net.ipv4.conf.lo.rp_filter'},
  {path: 'b.conf', text: 'net.ipv4.conf.all.rp_filter=0\nnet.ipv4.*.*.rp_filter=1'},
])
const outcome = (key: string) => {
  const {winner, losers} = sysctlSetting(config, key)
  const shown = (each: typeof winner) => each && `${each.path}:${each.line}=${each.value}`
  return [shown(winner), ...losers.map(shown)]
}

test('the last line that names a key beats patterns, losers kept', (t) => {
  t.deepEqual(outcome('net.ipv4.conf.all.rp_filter'), ['b.conf:1=0', 'a.conf:1=1', 'b.conf:2=1', 'a.conf:2=2'])
})

test('the last pattern sets the rest, an exemption nothing', (t) => {
  t.deepEqual(outcome('net.ipv4.conf.eth0/100.rp_filter'), ['b.conf:2=1', 'a.conf:2=2'])
  t.deepEqual(outcome('net.ipv4.conf.lo.rp_filter'), [undefined, 'b.conf:2=1', 'a.conf:2=2'])
  t.deepEqual(outcome('vm.overcommit_memory'), [undefined])
})

test('keys are stable under both spellings', (t) => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom('a', 'b', '.', '/')}), (name) => {
      const key = sysctlKey(name)
      t.is(sysctlKey(`x/${sysctlPath(key)}`), key === '' ? 'x' : `x.${key}`)
    }),
  )
})

test('the last of many lines for a key wins', (t) => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^\w*$/), {minLength: 1}), (values) => {
      const text = values.map((value) => `vm.x = ${value}`).join('\n')
      t.like(sysctlSetting(mergeSysctl([{path: 'p', text}]), 'vm.x'), {
        winner: {value: values.at(-1) ?? '', line: values.length},
      })
    }),
  )
})
