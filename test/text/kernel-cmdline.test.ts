import test from 'ava'
import fc from 'fast-check'
import {kernelParameters, lastKernelParameter, readKernelCmdline} from '../../src/text/kernel-cmdline.ts'

test('parameters, quoted ones, and the end', (t) => {
  t.deepEqual(readKernelCmdline('quiet root=/dev/sda1 a="b c" "d=e f"\nx.y=1=2 -- init=1\n'), [
    {key: 'quiet', line: 1},
    {key: 'root', value: '/dev/sda1', line: 1},
    {key: 'a', value: 'b c', line: 1},
    {key: 'd', value: 'e f', line: 1},
    {key: 'x.y', value: '1=2', line: 2},
  ])
})

test('the last use, dash or underscore', (t) => {
  const parameters = readKernelCmdline('enforcing=1 module_blacklist=a module-blacklist=b enforcing=0')
  t.is(lastKernelParameter(parameters, 'enforcing')?.value, '0')
  t.deepEqual(
    kernelParameters(parameters, 'module_blacklist').map(({value}) => value),
    ['a', 'b'],
  )
  t.is(lastKernelParameter(parameters, 'selinux'), undefined)
})

test('quoted values read back', (t) => {
  const key = fc.stringMatching(/^[a-z_.]{1,8}$/)
  const value = fc.stringMatching(/^[^"\0]*$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), (pairs) => {
      const read = readKernelCmdline(pairs.map(([name, text]) => `${name}="${text}"`).join(' '))
      t.deepEqual(
        read.map((parameter) => [parameter.key, parameter.value]),
        pairs,
      )
    }),
  )
})
